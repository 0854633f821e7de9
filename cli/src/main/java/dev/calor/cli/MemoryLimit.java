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

/** The memory that a command may take. */
final class MemoryLimit {
    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Bytes.class,
            description = "Take at most this memory, such as 800MB or 2GB: on one thread where that is needed, which"
                    + " changes nothing but the time. 'fit' learns from a part of the rows where there are too many; else"
                    + " what needs more is refused.")
    private @Nullable Double most;

    /** Opens a table; DuckDB takes a quarter of the limit, and puts the rest on disk. */
    StagedTable open(TableSource source) throws IOException {
        return most == null ? source.open() : source.open((long) (most / 4));
    }

    /** Leaves as many rows of a table as can be learned within the limit; returns what was done, to be told. */
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
     * What is left of the limit while a command works.
     *
     * @param need of the work, on the threads it has now
     * @param threads the engine's before
     * @param note what was done to stay below the limit, to be told; empty for nothing
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
