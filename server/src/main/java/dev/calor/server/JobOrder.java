package dev.calor.server;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.calor.tabular.TabularSpec;
import org.jspecify.annotations.Nullable;

/** What a job is asked to do. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = JobOrder.Fit.class, name = "fit"),
    @JsonSubTypes.Type(value = JobOrder.Report.class, name = "report")
})
sealed interface JobOrder {
    /**
     * Learn a model of a table.
     *
     * @param name of the model; null for the table's
     * @param preset null for balanced
     * @param seed null for 1
     * @param seconds about how long to train; null for as long as the steps take
     * @param steps of training; null for the preset's, or those that {@code seconds} allow
     */
    record Fit(
            String table,
            @Nullable String name,
            @Nullable String preset,
            @Nullable Long seed,
            @Nullable Double seconds,
            @Nullable Long steps)
            implements JobOrder {
        private static final long MOST_STEPS = 10_000_000;

        public Fit {
            if (table == null) {
                throw Refusal.badRequest("a fit needs 'table', the id of one");
            }
            if (seconds != null && !(seconds >= 1 && seconds <= 1e7)) {
                throw Refusal.badRequest("'seconds' is " + seconds + ": allowed are 1 up");
            }
            if (steps != null && (steps < 1 || steps > MOST_STEPS)) {
                throw Refusal.badRequest("'steps' is " + steps + ": allowed are 1 to " + MOST_STEPS);
            }
        }

        /** Whether the steps are to be found from the seconds. */
        boolean isTimed() {
            return seconds != null && steps == null;
        }

        TabularSpec spec() {
            TabularSpec chosen =
                    TabularSpec.preset(preset == null ? "balanced" : preset).withSeed(seed == null ? 1 : seed);
            return steps == null ? chosen : chosen.withSteps(steps);
        }
    }

    /**
     * Compare synthetic rows of a model with the table it was learned from.
     *
     * @param rows synthetic ones; null for as many as the table has, at most 10,000
     * @param seed null for 1
     * @param test another table, of rows the model has not seen
     * @param target a column to predict, to measure how useful the rows are; needs {@code test}
     */
    record Report(
            String model,
            @Nullable Integer rows,
            @Nullable Long seed,
            @Nullable String test,
            @Nullable String target) implements JobOrder {
        public Report {
            if (model == null) {
                throw Refusal.badRequest("a report needs 'model', the id of one");
            }
            if (rows != null && rows < 8) {
                throw Refusal.badRequest("'rows' is " + rows + ": a report needs at least 8");
            }
        }
    }
}
