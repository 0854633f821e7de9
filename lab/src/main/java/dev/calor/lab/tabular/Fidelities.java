package dev.calor.lab.tabular;

import dev.calor.metric.BesideUnseen;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The fidelity of each draw of a run, with that of unseen real rows: the test rows, which are what a perfect model would draw.
 *
 * @param synthetic the fidelity of all rows of a draw
 * @param sameSize the fidelity of as many rows of the draw as were used for {@code unseen}
 * @param unseen the fidelity of test rows
 * @param rows the number of rows of these two
 */
record Fidelities(List<Fidelity> synthetic, List<Fidelity> sameSize, List<Fidelity> unseen, int rows) {
    /** No draws. */
    static final Fidelities NONE = new Fidelities(List.of(), List.of(), List.of(), 0);

    /** The same with one more draw. */
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
