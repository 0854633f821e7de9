package dev.calor.spark;

import dev.calor.table.Unknown;
import dev.calor.tabular.Classification;
import dev.calor.tabular.RowScore;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
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
 * Adds the asked columns to rows, some thousands of rows at a time: prediction and probability of a target, energy and anomaly.
 *
 * @param bytes the model
 * @param type the type of the rows
 * @param target the column to predict; "" for none
 * @param predictionType the type of predictions
 * @param predicts which of prediction and probability are asked for
 * @param scores which of energy and anomaly are asked for
 * @param seed of what is drawn
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record Scoring(
        Broadcast<byte[]> bytes,
        StructType type,
        String target,
        DataType predictionType,
        boolean[] predicts,
        boolean[] scores,
        long seed)
        implements MapPartitionsFunction<Row, Row> {
    private static final int CHUNK = 2048;

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
        Classification predicted = predicts[0] || predicts[1] ? model.classify(known.table(chunk), target, seed) : null;
        List<RowScore> scored = scores[0] || scores[1] ? model.score(marked.table(chunk), seed) : List.of();
        List<Row> result = new ArrayList<>(chunk.size());
        for (int i = 0; i < chunk.size(); i++) {
            Row row = chunk.get(i);
            List<Object> values = new ArrayList<>();
            for (int k = 0; k < row.length(); k++) {
                values.add(row.get(k));
            }
            if (predicted != null && predicts[0]) {
                values.add(Cells.ofText(predicted.best(i), predictionType));
            }
            if (predicted != null && predicts[1]) {
                values.add(Vectors.dense(Arrays.copyOf(
                        predicted.probabilities()[i], predicted.levels().size())));
            }
            if (scores[0]) {
                values.add(scored.get(i).energy());
            }
            if (scores[1]) {
                values.add(scored.get(i).percentile());
            }
            result.add(RowFactory.create(values.toArray()));
        }
        return result.iterator();
    }
}
