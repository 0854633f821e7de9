package dev.calor.lab.anomaly;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.DataHash;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.Table;
import dev.calor.tabular.RowScore;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How well scores find anomalies planted in test rows.
 *
 * @param folder of the cells
 */
record AnomalyExperiment(AnomalySettings settings, Path folder, Device device) {
    /**
     * Areas under the precision-recall curve.
     *
     * @param model of the energies of Calor
     * @param forest of an isolation forest
     * @param tails of the tails of single columns
     */
    record Found(Planting planting, double model, double forest, double tails) {}

    /** The areas for each kind of anomaly, and the number of training steps. */
    record Result(long steps, List<Found> found) {}

    static Cells<AnomalySettings, Result> store(Path folder) {
        return new Cells<>(folder, AnomalySettings.class, Result.class);
    }

    /** The cell; the experiment is run if there is none. */
    Cell<AnomalySettings, Result> run() throws IOException {
        return store(folder).findOrMake(settings.title(), settings.seed(), settings, () -> {
            PublicTable table = PublicTable.read(settings.data());
            String hash = new DataHash().add(table.train()).add(table.test()).text();
            return Cell.timed(settings, device, hash, () -> measure(table));
        });
    }

    private Result measure(PublicTable table) throws IOException {
        TabularSpec spec =
                TabularSpec.preset(settings.preset()).withSeed(settings.seed()).withSeconds(settings.seconds());
        try (TabularModel model = TabularModel.fit(table.train(), spec, device, event -> {}, () -> false)) {
            return new Result(model.provenance().steps(), found(model, table.train(), table.test()));
        }
    }

    /** Plants anomalies of each kind and scores the rows by each method. */
    List<Found> found(TabularModel model, Table train, Table test) {
        RandomStream random = RandomStream.of(settings.seed()).child("anomaly");
        Table some = test.rows(0, Math.min(settings.rows(), test.rows()));
        IsolationForest forest = new IsolationForest(oneHot(train), random.child("forest"));
        ColumnTails tails = new ColumnTails(train);
        boolean[] flags = Planting.flags(some.rows(), settings.anomalies());
        List<Found> found = new ArrayList<>();
        for (Planting planting : Planting.values()) {
            Table planted = planting.plant(some, settings.anomalies(), random.child(planting.name()));
            double[] energies = model.score(planted, settings.seed()).stream()
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
        int width = 0;
        for (int k = 0; k < table.columns().size(); k++) {
            Column column = table.columns().get(k);
            width += column instanceof Column.Numbers
                    ? 1
                    : column instanceof Column.Codes
                            ? table.schema().columns().get(k).levels().size()
                            : 0;
        }
        double[][] rows = new double[table.rows()][width];
        int place = 0;
        for (int k = 0; k < table.columns().size(); k++) {
            ColumnSchema schema = table.schema().columns().get(k);
            Column column = table.columns().get(k);
            for (int row = 0; row < rows.length; row++) {
                if (column instanceof Column.Numbers numbers) {
                    rows[row][place] = column.isMissing(row) ? schema.minimum() - 1 : numbers.values()[row];
                } else if (column instanceof Column.Codes codes && !column.isMissing(row)) {
                    rows[row][place + codes.codes()[row]] = 1;
                }
            }
            place += column instanceof Column.Numbers ? 1 : schema.levels().size();
        }
        return rows;
    }
}
