package dev.calor.lab.speed;

import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code lab speed --sampling}: which model draws, and how much. */
final class SamplingOptions {
    private static final int MADE_ROWS = 4_000;

    /** The time of a draw does not depend on what the weights are. */
    private static final int STEPS = 10;

    @Option(names = "--sampling", description = "Time draws of a model of a table instead of a training step.")
    private boolean sampling;

    @Option(names = "--model", paramLabel = "FILE", description = "With --sampling: a model that 'calor fit' made.")
    private @Nullable Path model;

    @Option(
            names = "--table",
            paramLabel = "FILE",
            description = "With --sampling, without --model: fit this table for ten steps (default: a generated one).")
    private @Nullable Path table;

    @Option(
            names = "--preset",
            defaultValue = "balanced",
            description =
                    "With --sampling, without --model: fast, balanced, best or paper (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String preset;

    @Option(
            names = "--rows",
            defaultValue = "8192",
            description = "With --sampling: rows per draw (default: ${DEFAULT-VALUE}).")
    private int rows;

    boolean sampling() {
        return sampling;
    }

    int rows() {
        return rows;
    }

    /** The model to draw from; the caller closes it. */
    TabularModel open(Device device) throws IOException {
        if (model != null) {
            if (table != null) {
                throw new IllegalArgumentException("--model and --table: give one of them");
            }
            return TabularModel.load(model, device);
        }
        Table rowsToFit = table == null
                ? Rides.days(MADE_ROWS, RandomStream.of(1))
                : TableSource.file(table).read();
        return TabularModel.fit(
                rowsToFit, TabularSpec.preset(preset).withSteps(STEPS), device, event -> {}, () -> false);
    }
}
