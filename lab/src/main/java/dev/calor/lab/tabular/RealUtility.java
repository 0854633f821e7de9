package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.metric.Utility;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.train.Provenance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What training on the real rows of a table gives, which synthetic rows are compared with: found once for all runs of a table.
 *
 * @param utility on test rows, one figure per run
 */
record RealUtility(List<Double> utility) {
    /** Models trained, each with other rows to select its setting. */
    private static final int RUNS = 3;

    private static final long SEED = 0;

    /** What was asked for. */
    record Spec(String data, int runs) {
        static Spec of(String data) {
            return new Spec(data, RUNS);
        }
    }

    static Cells<Spec, RealUtility> store(Path cells) {
        return new Cells<>(cells.resolve("real"), Spec.class, RealUtility.class);
    }

    /** Of a table, from its cell where there is one. */
    static List<Double> of(PublicTable table, Path cells) throws IOException {
        Cells<Spec, RealUtility> store = store(cells);
        Spec asked = Spec.of(table.name());
        Optional<Cell<Spec, RealUtility>> there = store.find(table.name(), SEED, asked);
        if (there.isPresent()) {
            return there.get().result().utility();
        }
        long began = System.nanoTime();
        List<Double> found = new ArrayList<>();
        for (int i = 0; i < RUNS; i++) {
            found.add(
                    of(table, table.train(), RandomStream.of(SEED).child("real").child(i)));
        }
        double seconds = (System.nanoTime() - began) / 1e9;
        Provenance provenance = Provenance.now(Device.CPU, TabularRun.hash(table));
        store.write(table.name(), SEED, new Cell<>(asked, new RealUtility(found), seconds, provenance));
        return found;
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
