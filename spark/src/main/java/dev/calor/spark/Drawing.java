package dev.calor.spark;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Draws synthetic rows piece by piece: a piece has a fixed number of rows and a random stream named by its index, so that rows depend
 * neither on the number of partitions nor on the task. One piece at a time is in memory.
 */
final class Drawing implements MapPartitionsFunction<Long, Row> {
    private static final long serialVersionUID = 1;

    private final Broadcast<byte[]> bytes;
    private final long rows;
    private final long seed;

    Drawing(Broadcast<byte[]> bytes, long rows, long seed) {
        this.bytes = bytes;
        this.rows = rows;
        this.seed = seed;
    }

    @Override
    public Iterator<Row> call(Iterator<Long> pieces) throws IOException {
        if (!pieces.hasNext()) {
            return Collections.emptyIterator();
        }
        return new Rows(LoadedModel.inTask(bytes.value()), pieces);
    }

    /** The rows of a partition's pieces. */
    private final class Rows implements Iterator<Row> {
        private final TabularModel model;
        private final RowWriter writer;
        private final Iterator<Long> pieces;
        private List<RowWriter.Cell> cells = List.of();
        private int next;
        private int count;

        Rows(TabularModel model, Iterator<Long> pieces) {
            this.model = model;
            this.pieces = pieces;
            this.writer = new RowWriter(model.schema());
        }

        @Override
        public boolean hasNext() {
            return next < count || pieces.hasNext();
        }

        @Override
        public Row next() {
            if (next == count) {
                if (!pieces.hasNext()) {
                    throw new NoSuchElementException();
                }
                draw(pieces.next());
            }
            Object[] values = new Object[cells.size()];
            for (int k = 0; k < values.length; k++) {
                values[k] = cells.get(k).of(next);
            }
            next++;
            return RowFactory.create(values);
        }

        private void draw(long piece) {
            int size = model.rowsTogether();
            count = (int) Math.min(size, rows - piece * size);
            Table drawn = model.sample(
                    count, RandomStream.of(seed).child("sample").child("piece").child(piece));
            cells = writer.cells(drawn);
            next = 0;
        }
    }
}
