package dev.calor.lab.cell;

import dev.calor.train.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * One finished run: what was asked for, what came of it, and where it comes from. One JSON object per file; all experiments write this
 * form, see {@link Cells}.
 *
 * @param spec all settings, the seed among them
 * @param result the figures
 * @param seconds the run took by the clock, training where there is any; null where they are not known, such as those of a run that
 *     went on from a checkpoint
 * @param provenance of the run
 * @param note what else a reader must know; null for nothing
 */
public record Cell<S, R>(
        S spec,
        R result,
        @Nullable Double seconds,
        Provenance provenance,
        @Nullable String note) {
    /** Without a note. */
    public Cell(S spec, R result, @Nullable Double seconds, Provenance provenance) {
        this(spec, result, seconds, provenance, null);
    }

    /** Machine and device in one line. */
    public String machine() {
        return machine(provenance);
    }

    /** Machine and device in one line; a device that is not known is left out. */
    public static String machine(Provenance provenance) {
        boolean known = !provenance.device().equals(Provenance.UNKNOWN);
        return provenance.machine() + (known ? ", on " + provenance.device() : "");
    }

    /** The cell as JSON, as its file has it. */
    public String json() {
        return Json.text(this);
    }
}
