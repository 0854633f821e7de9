package dev.calor.spark;

import dev.calor.table.Unknown;
import dev.calor.tabular.Classification;
import dev.calor.tabular.RowScore;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;

/**
 * Adds columns to rows, some thousands of rows at a time: prediction and probability of a target, energy and anomaly.
 *
 * @param bytes the model
 * @param type the type of the rows
 * @param target the column to predict; "" for none
 * @param predictionType the type of predictions
 * @param added the columns to add
 * @param seed of what is drawn
 */
record Scoring(
        Broadcast<byte[]> bytes, StructType type, String target, DataType predictionType, Columns added, long seed)
        implements MapPartitionsFunction<Row, Row> {
    private static final int CHUNK = 2048;

    /** Which columns are added. */
    record Columns(boolean prediction, boolean probability, boolean energy, boolean anomaly) implements Serializable {
        boolean classifies() {
            return prediction || probability;
        }

        boolean scores() {
            return energy || anomaly;
        }
    }

    @Override
    public Iterator<Row> call(Iterator<Row> rows) throws IOException {
        if (!rows.hasNext()) {
            return Collections.emptyIterator();
        }
        TabularModel model = LoadedModel.inTask(bytes.value());
        RowReader known = new RowReader(model.schema(), type, Unknown.MISSING);
        RowReader marked = new RowReader(model.schema(), type, Unknown.MARK);
        return new Flattened<>(Chunks.of(rows, CHUNK), chunk -> scored(chunk, model, known, marked));
    }

    private Iterator<Row> scored(List<Row> chunk, TabularModel model, RowReader known, RowReader marked) {
        Classification predicted = added.classifies() ? model.classify(known.table(chunk), target, seed) : null;
        List<RowScore> scored = added.scores() ? model.score(marked.table(chunk), seed) : List.of();
        List<Row> result = new ArrayList<>(chunk.size());
        for (int i = 0; i < chunk.size(); i++) {
            Row row = chunk.get(i);
            List<Object> values = new ArrayList<>();
            for (int k = 0; k < row.length(); k++) {
                values.add(row.get(k));
            }
            if (predicted != null && added.prediction) {
                values.add(Cells.ofText(predicted.best(i), predictionType));
            }
            if (predicted != null && added.probability) {
                values.add(Vectors.dense(Arrays.copyOf(
                        predicted.probabilities()[i], predicted.levels().size())));
            }
            if (added.energy) {
                values.add(scored.get(i).energy());
            }
            if (added.anomaly) {
                values.add(scored.get(i).percentile());
            }
            result.add(RowFactory.create(values.toArray()));
        }
        return result.iterator();
    }
}
