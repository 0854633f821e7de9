package dev.calor.lab.cell;

import dev.calor.tensor.Device;
import dev.calor.train.Provenance;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One finished run: its settings, its results and its provenance. One JSON object per file; all experiments write this
 * form, see {@link Cells}.
 *
 * @param spec all settings, the seed among them
 * @param result the figures
 * @param seconds the wall-clock seconds of the run, of training if there is any; null where they are not known, such as
 *     for a run that was resumed from a checkpoint
 * @param provenance the provenance of the run
 * @param note a remark for the reader; null for none
 */
public record Cell<S, R>(
        S spec,
        R result,
        @Nullable Double seconds,
        Provenance provenance,
        @Nullable String note) {
    /** A cell without a note. */
    public Cell(S spec, R result, @Nullable Double seconds, Provenance provenance) {
        this(spec, result, seconds, provenance, null);
    }

    /** Runs an experiment on a device, and times it; {@code data} is the hash of its data. */
    public static <S, R> Cell<S, R> timed(S spec, Device device, String data, Run<R> experiment) throws IOException {
        long began = System.nanoTime();
        R result = experiment.run();
        return new Cell<>(spec, result, (System.nanoTime() - began) / 1e9, Provenance.now(device, data));
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

    /** The cell as JSON, as in its file. */
    public String json() {
        return Json.text(this);
    }
}
