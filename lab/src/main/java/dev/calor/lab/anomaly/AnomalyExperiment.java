package dev.calor.lab.anomaly;

import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.Table;
import dev.calor.tabular.RowScore;
import dev.calor.tabular.TabularModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How well scores find anomalies planted in test rows.
 *
 * @param rows the number of test rows
 * @param anomalies the number of changed rows among them
 */
record AnomalyExperiment(int rows, int anomalies, long seed) {
    AnomalyExperiment {
        if (anomalies < 1 || anomalies >= rows) {
            throw new IllegalArgumentException(
                    anomalies + " anomalies among " + rows + " rows: allowed are 1 to " + (rows - 1));
        }
    }

    /** Areas under the precision-recall curve. */
    record Found(Planting planting, double model, double forest, double tails) {}

    List<Found> run(TabularModel model, Table train, Table test) {
        RandomStream random = RandomStream.of(seed).child("anomaly");
        Table some = test.rows(0, Math.min(rows, test.rows()));
        IsolationForest forest = new IsolationForest(oneHot(train), random.child("forest"));
        ColumnTails tails = new ColumnTails(train);
        boolean[] flags = Planting.flags(some.rows(), anomalies);
        List<Found> found = new ArrayList<>();
        for (Planting planting : Planting.values()) {
            Table planted = planting.plant(some, anomalies, random.child(planting.name()));
            double[] energies = model.score(planted, seed).stream()
                    .mapToDouble(RowScore::energy)
                    .toArray();
            double[] isolated =
                    Arrays.stream(oneHot(planted)).mapToDouble(forest::score).toArray();
            double[] rare = new double[planted.rows()];
            Arrays.setAll(rare, row -> tails.score(planted, row));
            found.add(new Found(
                    planting,
                    PrecisionRecall.area(energies, flags),
                    PrecisionRecall.area(isolated, flags),
                    PrecisionRecall.area(rare, flags)));
        }
        return found;
    }

    /** Numbers, and a 0 or 1 per level; a missing number is the smallest of its column minus one. */
    static double[][] oneHot(Table table) {
        double[][] rows = new double[table.rows()][];
        for (int row = 0; row < rows.length; row++) {
            List<Double> values = new ArrayList<>();
            for (int k = 0; k < table.columns().size(); k++) {
                ColumnSchema schema = table.schema().columns().get(k);
                Column column = table.columns().get(k);
                if (column instanceof Column.Numbers numbers) {
                    values.add(column.isMissing(row) ? schema.minimum() - 1 : numbers.values()[row]);
                } else if (column instanceof Column.Codes codes) {
                    for (int level = 0; level < schema.levels().size(); level++) {
                        values.add(codes.codes()[row] == level ? 1.0 : 0.0);
                    }
                }
            }
            rows[row] = values.stream().mapToDouble(Double::doubleValue).toArray();
        }
        return rows;
    }
}
