package dev.calor.spark;

import dev.calor.table.Table;
import dev.calor.table.Unknown;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * Replaces the missing values of rows by draws given the rest of the row. All other values stay as they are.
 *
 * @param bytes the model
 * @param type the type of the rows
 * @param seed of the draws
 */
record Imputing(Broadcast<byte[]> bytes, StructType type, long seed) implements MapPartitionsFunction<Row, Row> {
    private static final int CHUNK = 2048;

    @Override
    public Iterator<Row> call(Iterator<Row> rows) throws IOException {
        if (!rows.hasNext()) {
            return Collections.emptyIterator();
        }
        TabularModel model = LoadedModel.inTask(bytes.value());
        List<String> names = Arrays.asList(type.fieldNames());
        int[] places = model.schema().names().stream().mapToInt(names::indexOf).toArray();
        List<DataType> types = Arrays.stream(places)
                .mapToObj(place -> type.fields()[place].dataType())
                .toList();
        RowReader reader = new RowReader(model.schema(), type, Unknown.REFUSE);
        RowWriter writer = new RowWriter(model.schema(), types);
        return new Flattened<>(Chunks.of(rows, CHUNK), chunk -> imputed(chunk, model, reader, writer, places));
    }

    private Iterator<Row> imputed(
            List<Row> chunk, TabularModel model, RowReader reader, RowWriter writer, int[] places) {
        Table holed = reader.table(chunk);
        List<RowWriter.Cell> filled = writer.cells(model.impute(holed, seed));
        List<Row> result = new ArrayList<>(chunk.size());
        for (int i = 0; i < chunk.size(); i++) {
            Row row = chunk.get(i);
            Object[] values = new Object[row.length()];
            Arrays.setAll(values, row::get);
            for (int k = 0; k < places.length; k++) {
                if (holed.columns().get(k).isMissing(i)) {
                    values[places[k]] = filled.get(k).of(i);
                }
            }
            result.add(RowFactory.create(values));
        }
        return result.iterator();
    }
}
