package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.metric.Utility;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The utility of training on the real rows of a table, with which synthetic rows are compared; computed once for all
 * runs of a table.
 *
 * @param utility the utility on test rows, one figure per run
 */
record RealUtility(List<Double> utility) {
    /** The number of models, each with other validation rows. */
    private static final int RUNS = 3;

    private static final long SEED = 0;

    /** The settings. */
    record Spec(String data, int runs) {
        static Spec of(String data) {
            return new Spec(data, RUNS);
        }
    }

    static Cells<Spec, RealUtility> store(Path cells) {
        return new Cells<>(cells.resolve("real"), Spec.class, RealUtility.class);
    }

    /** The utility of a table, from its cell if there is one. */
    static List<Double> of(PublicTable table, Path cells) throws IOException {
        Spec asked = Spec.of(table.name());
        return store(cells)
                .findOrMake(
                        table.name(),
                        SEED,
                        asked,
                        () -> Cell.timed(asked, Device.CPU, TabularRun.hash(table), () -> measure(table)))
                .result()
                .utility();
    }

    private static RealUtility measure(PublicTable table) {
        RandomStream random = RandomStream.of(SEED).child("real");
        return new RealUtility(IntStream.range(0, RUNS)
                .mapToObj(i -> of(table, table.train(), random.child(i)))
                .toList());
    }

    /** XGBoost trained on rows, tested on the real test rows. */
    static double of(PublicTable table, Table train, RandomStream random) {
        return Utility.of(
                        train,
                        table.test(),
                        table.target(),
                        table.isRegression() ? Utility.Task.REGRESS_LOG : Utility.Task.CLASSIFY,
                        random)
                .score();
    }
}
