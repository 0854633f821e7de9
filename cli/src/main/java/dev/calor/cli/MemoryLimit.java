package dev.calor.cli;

import dev.calor.table.StagedTable;
import dev.calor.table.TableSource;
import dev.calor.tabular.MemoryNeed;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The memory limit of a command. */
final class MemoryLimit {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Bytes.class,
            description =
                    "Take at most this memory, such as 800MB or 2GB. Work then runs on one thread if needed: it takes"
                            + " longer and gives the same result. If there are too many rows, 'fit' learns from a part of them;"
                            + " otherwise work that needs more is refused.")
    private @Nullable Double most;

    /** Opens a table; DuckDB takes a quarter of the limit, and puts the rest on disk. */
    StagedTable open(TableSource source) throws IOException {
        return most == null ? source.open() : source.open((long) (most / 4));
    }

    /** Keeps as many rows of a table as can be learned within the limit; returns a message about it. */
    String thin(StagedTable table) throws IOException {
        int rows = table.rows();
        if (most == null) {
            MemoryNeed.requireHeap(rows, table.names().size());
            return "";
        }
        table.thin(MemoryNeed.mostRows(table.names().size(), most));
        return table.rows() == rows
                ? ""
                : String.format(
                        Locale.ROOT,
                        "taking %,d of the %,d rows, picked by a hash of their number, to stay below --memory",
                        table.rows(),
                        rows);
    }

    /**
     * A limit in effect, until it is closed.
     *
     * @param need the memory that the work needs with its present number of threads
     * @param threads the engine's number of threads before
     * @param note a message on what was done to stay below the limit; empty for nothing
     */
    record Kept(MemoryNeed need, int threads, String note) implements AutoCloseable {
        @Override
        public void close() {
            if (Engine.threads() != threads) {
                Engine.setThreads(threads);
            }
        }
    }

    /**
     * Makes work fit into the limit until the result is closed.
     *
     * @param need computes the need on the engine's threads
     * @throws IllegalArgumentException if the work needs more than the limit
     */
    Kept keep(TabularSpec spec, Supplier<MemoryNeed> need) {
        int threads = Engine.threads();
        MemoryNeed own = need.get();
        if (most == null || own.total() <= most) {
            return new Kept(own, threads, "");
        }
        Engine.setThreads(1); // micro-batches and chunks one after the other: the same bytes, half the activations
        MemoryNeed less = need.get();
        try {
            less.require(most, spec);
        } catch (IllegalArgumentException refused) {
            Engine.setThreads(threads);
            throw refused;
        }
        return new Kept(less, threads, "on one thread, to stay below --memory; ");
    }
}
