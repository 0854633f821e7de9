package dev.calor.server;

import dev.calor.table.Table;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What training costs on this machine, measured from its first steps. */
final class Costs {
    private static final List<String> PRESETS = List.of("fast", "balanced", "best");
    private static final int MOST_ROWS = 4_000;
    private static final int WARM_UP = 3;
    private static final double MEASURED_SECONDS = 1.2;

    private final Map<String, List<Cost>> known = new ConcurrentHashMap<>();

    /** About how long a preset trains. */
    record Cost(String preset, long steps, double seconds) {}

    /** What was measured for a table; null for nothing yet. */
    @Nullable
    List<Cost> known(StoredTable stored) {
        return known.get(stored.id());
    }

    /** Measures all presets for a table, one measurement at a time, on a thread that shares nothing with those of requests. */
    synchronized List<Cost> measure(StoredTable stored, Table table) throws IOException {
        List<Cost> costs = known.get(stored.id());
        if (costs == null) {
            FutureTask<List<Cost>> measuring = new FutureTask<>(() -> measure(table));
            Thread thread = new Thread(measuring, "calor-costs");
            thread.setDaemon(true);
            thread.start();
            try {
                costs = measuring.get();
            } catch (ExecutionException failed) {
                throw new IOException("the time could not be measured: " + failed.getCause(), failed);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
                throw new IOException("the server is shutting down", ended);
            }
            known.put(stored.id(), costs);
        }
        return costs;
    }

    private static List<Cost> measure(Table table) throws IOException {
        List<Cost> costs = new ArrayList<>();
        for (String preset : PRESETS) {
            TabularSpec spec = TabularSpec.preset(preset);
            long steps = spec.steps(table.rows());
            costs.add(new Cost(preset, steps, Math.ceil(steps * secondsPerStep(table, spec))));
        }
        return List.copyOf(costs);
    }

    /** The number of steps that take about this many seconds. */
    static long steps(Table table, TabularSpec spec, double seconds) throws IOException {
        return Math.max(1, Math.round(seconds / secondsPerStep(table, spec)));
    }

    private static double secondsPerStep(Table table, TabularSpec spec) throws IOException {
        // The time of a step does not depend on the number of rows; that of the preparation does.
        Table some = table.rows() <= MOST_ROWS ? table : table.rows(0, MOST_ROWS);
        Clock clock = new Clock();
        TabularModel.fit(some, spec, Device.CPU, event -> {}, clock).close();
        return clock.secondsPerStep();
    }

    /** Runs training for a short time and counts its steps. */
    private static final class Clock implements BooleanSupplier {
        private int steps;
        private long began;

        @Override
        public boolean getAsBoolean() {
            steps++;
            if (steps == WARM_UP) {
                began = System.nanoTime();
            }
            return steps > WARM_UP && (System.nanoTime() - began) / 1e9 >= MEASURED_SECONDS;
        }

        double secondsPerStep() {
            return (System.nanoTime() - began) / 1e9 / Math.max(1, steps - WARM_UP);
        }
    }
}
