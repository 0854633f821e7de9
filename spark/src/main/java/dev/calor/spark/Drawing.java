package dev.calor.spark;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.tabular.Condition;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;

/**
 * Draws synthetic rows piece by piece. A piece has a fixed number of rows and a random stream named by its index, so that rows depend
 * neither on the number of partitions nor on the task. One piece at a time is in memory.
 *
 * @param bytes the model
 * @param rows how many rows there are in all pieces
 * @param seed of the rows
 * @param conditions which all rows satisfy
 */
record Drawing(Broadcast<byte[]> bytes, long rows, long seed, List<String> conditions)
        implements MapPartitionsFunction<Long, Row> {
    @Override
    public Iterator<Row> call(Iterator<Long> pieces) throws IOException {
        if (!pieces.hasNext()) {
            return Collections.emptyIterator();
        }
        TabularModel model = LoadedModel.inTask(bytes.value());
        RowWriter writer = new RowWriter(model.schema());
        return new Flattened<>(pieces, piece -> drawn(piece, model, writer));
    }

    private Iterator<Row> drawn(long piece, TabularModel model, RowWriter writer) {
        int size = model.rowsTogether();
        int count = (int) Math.min(size, rows - piece * size);
        List<RowWriter.Cell> cells = writer.cells(draw(model, piece, count));
        return IntStream.range(0, count)
                .mapToObj(i ->
                        RowFactory.create(cells.stream().map(cell -> cell.of(i)).toArray()))
                .iterator();
    }

    /**
     * The rows of a piece.
     *
     * @throws IllegalArgumentException if no row, or too few, can satisfy the conditions
     */
    Table draw(TabularModel model, long piece, int count) {
        RandomStream random =
                RandomStream.of(seed).child("sample").child("piece").child(piece);
        if (conditions.isEmpty()) {
            return model.sample(count, random);
        }
        List<Condition> parsed = conditions.stream()
                .map(text -> Condition.parse(text, model.schema()))
                .toList();
        return model.sample(count, parsed, true, random.nextLong(), share -> {});
    }
}
