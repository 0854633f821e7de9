package dev.calor.cli;

import dev.calor.table.Table;
import dev.calor.tabular.DefaultPreset;
import dev.calor.tabular.TabularMethod;
import dev.calor.tabular.TabularSpec;
import dev.calor.tabular.TrainingTime;
import dev.calor.tensor.Device;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a model is trained: a preset, which follows the table unless one is named, and changes of it. */
final class TrainingOptions {
    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description =
                    "fast, balanced, best or paper (default: balanced from 20,000 rows on, or with a --time of 4m or more;"
                            + " else fast, with fewer steps for few rows).")
    private @Nullable String preset;

    @Option(
            names = "--method",
            paramLabel = "NAME",
            description = "annealed, tabed-uni, -grid, -cyc, -ord, -str, -mask or tab-cd (default: the preset's).")
    private @Nullable String method;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            split = ",",
            description = "Change a setting of the preset, such as width=512; 'calor show' lists them.")
    private Map<String, String> settings = Map.of();

    @Option(
            names = "--time",
            paramLabel = "SPAN",
            converter = Seconds.class,
            description = "Time limit of training, such as 90s, 10m or 1h, whatever the steps.")
    private @Nullable Double seconds;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    /**
     * Checks the options before a table is read.
     *
     * @throws IllegalArgumentException if there is no such preset, method or setting
     */
    void check() {
        chosen(DefaultPreset.MANY_ROWS);
    }

    /** The settings for a table of this many rows. */
    TabularSpec chosen(int rows) {
        TabularSpec chosen = untimed(rows);
        return seconds == null ? chosen : chosen.withSeconds(seconds);
    }

    /** The settings without the time limit. */
    private TabularSpec untimed(int rows) {
        return changed(preset == null ? DefaultPreset.of(rows, seconds).spec() : TabularSpec.preset(preset));
    }

    private TabularSpec changed(TabularSpec base) {
        TabularSpec chosen = base.withSeed(seed);
        chosen = method == null ? chosen : chosen.withMethod(TabularMethod.named(method));
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            chosen = chosen.with(setting.getKey(), setting.getValue());
        }
        return chosen;
    }

    /** Which preset was chosen for the user, why, and what another one would take; empty if the user chose one. */
    String reason(Table table, Device device) {
        if (preset != null) {
            return "";
        }
        DefaultPreset found = DefaultPreset.of(table.rows(), seconds);
        String other = found.name().equals("fast") ? "balanced" : "fast";
        double own = TrainingTime.seconds(table, chosen(table.rows()), device);
        double others = TrainingTime.seconds(table, changed(TabularSpec.preset(other)), device);
        return "preset: " + found.name() + ", since " + found.reason()
                + (seconds != null || Double.isNaN(own) ? "" : ", which takes about " + about(own))
                + "; --preset " + other
                + (Double.isNaN(others) ? " is the other" : " takes about " + about(others));
    }

    /** A duration, rounded to the precision of the estimate. */
    private static String about(double seconds) {
        return seconds < 90
                ? Math.max(10, 10 * Math.round(seconds / 10)) + " seconds"
                : String.format(Locale.ROOT, "%,d minutes", Math.round(seconds / 60));
    }

    /** A warning that the time limit was too short for the table; empty where it was not. */
    String shortage(int rows, long done) {
        long sensible = DefaultPreset.sensible(untimed(rows), rows).training().steps();
        if (seconds == null || 2 * done >= sensible) {
            return "";
        }
        double needed = seconds / done * sensible;
        return String.format(
                Locale.ROOT,
                "warning: the time was enough for %,d step%s, and %,d are sensible for %,d rows: the model knows"
                        + " little; --time %s would do them on this machine, or --set width=64 learns less in less time",
                done,
                done == 1 ? "" : "s",
                sensible,
                rows,
                needed < 90 ? (long) Math.ceil(needed) + "s" : (long) Math.ceil(needed / 60) + "m");
    }
}
