package dev.calor.tabular;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The preset for a table where the user chooses none. With a time limit: {@code balanced} from four minutes on, else
 * {@code fast}. Without: {@code fast} for fewer than {@value #MANY_ROWS} rows, else {@code balanced}, and training passes over
 * the rows at most {@value #PASSES} times, since a small table should not take minutes.
 *
 * @param name the name of the preset
 * @param spec its settings, with the steps for the table
 * @param reason why, in words
 */
public record DefaultPreset(String name, TabularSpec spec, String reason) {
    /** Tables of at least this many rows get {@code balanced}. */
    public static final int MANY_ROWS = 20_000;

    private static final double LONG_SECONDS = 240;
    private static final double PASSES = 200;

    /** Few rows still need so many steps. */
    private static final long LEAST_STEPS = 1_000;

    /**
     * The preset for a table.
     *
     * @param rows the number of its rows
     * @param seconds the time limit of training; null for none
     */
    public static DefaultPreset of(int rows, @Nullable Double seconds) {
        boolean fast = seconds == null ? rows < MANY_ROWS : seconds < LONG_SECONDS;
        String name = fast ? "fast" : "balanced";
        return new DefaultPreset(
                name,
                sensible(TabularSpec.preset(name), rows),
                seconds == null
                        ? String.format(Locale.ROOT, "%,d rows", rows)
                        : "the time is " + (fast ? "below" : "at least") + " four minutes");
    }

    /** The same settings with the steps that are sensible for a table: those of the settings, or fewer for few rows. */
    public static TabularSpec sensible(TabularSpec spec, int rows) {
        long most = Math.max(
                LEAST_STEPS, Math.round(PASSES * rows / Math.min(spec.training().batch(), Math.max(1, rows))));
        return spec.training().steps() <= most ? spec : spec.withSteps(most);
    }
}
