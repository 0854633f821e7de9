package dev.calor.tabular;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The preset for a table where the user chooses none: {@code fast} for fewer than {@value #MANY_ROWS} rows or a time
 * limit below five minutes, else {@code balanced}. Training passes over the rows at most {@value #PASSES} times: further
 * passes over a small table take time and learn its rows by heart.
 *
 * @param name the name of the preset
 * @param spec its settings, with the steps for the table
 * @param reason why, in words
 */
public record DefaultPreset(String name, TabularSpec spec, String reason) {
    /** Tables of at least this many rows get {@code balanced}. */
    public static final int MANY_ROWS = 20_000;

    private static final double SHORT_SECONDS = 300;
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
        boolean quick = seconds != null && seconds < SHORT_SECONDS;
        String name = quick || rows < MANY_ROWS ? "fast" : "balanced";
        return new DefaultPreset(
                name,
                sensible(TabularSpec.preset(name), rows),
                quick && rows >= MANY_ROWS
                        ? "the time is below five minutes"
                        : String.format(Locale.ROOT, "%,d rows", rows));
    }

    /** The same settings with the steps that are sensible for a table: those of the settings, or fewer for few rows. */
    public static TabularSpec sensible(TabularSpec spec, int rows) {
        long most = Math.max(
                LEAST_STEPS, Math.round(PASSES * rows / Math.min(spec.training().batch(), Math.max(1, rows))));
        return spec.training().steps() <= most ? spec : spec.withSteps(most);
    }
}
