package dev.calor.lab.tabular;

import dev.calor.metric.BesideUnseen;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Fidelity of the draws of a run, one each, beside that of unseen real rows: the test rows, which are what a perfect model would draw.
 *
 * @param synthetic of all rows of a draw
 * @param sameSize of as many rows of the draw as {@code unseen} is of
 * @param unseen of test rows
 * @param rows how many these two are of
 */
record Fidelities(List<Fidelity> synthetic, List<Fidelity> sameSize, List<Fidelity> unseen, int rows) {
    /** Without a draw. */
    static final Fidelities NONE = new Fidelities(List.of(), List.of(), List.of(), 0);

    /** With those of one more draw. */
    Fidelities with(BesideUnseen<Fidelity> draw) {
        return new Fidelities(
                longer(synthetic, draw.synthetic()),
                longer(sameSize, Objects.requireNonNull(draw.sameSize())),
                longer(unseen, Objects.requireNonNull(draw.unseen())),
                draw.rows());
    }

    private static List<Fidelity> longer(List<Fidelity> before, Fidelity last) {
        return Stream.concat(before.stream(), Stream.of(last)).toList();
    }
}
