package dev.calor.lab.cell;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import java.util.Arrays;

/** U of many rows, in pieces that fit into memory. */
public final class Energies {
    private static final int PIECE = 1 << 15;

    private Energies() {}

    /** U of each row of states. */
    public static double[] of(Energy energy, int[][] rows) {
        return of(energy, rows, PIECE);
    }

    /** U of each row of states, {@code piece} rows at a time. */
    public static double[] of(Energy energy, int[][] rows, int piece) {
        double[] energies = new double[rows.length];
        for (int start = 0; start < rows.length; start += piece) {
            int end = Math.min(rows.length, start + piece);
            try (Scope scope = Scope.open();
                    NoGradient guard = NoGradient.open()) {
                Batch batch = Batch.ofStates(energy.device(), Arrays.copyOfRange(rows, start, end));
                System.arraycopy(energy.energy(batch).toDoubles(), 0, energies, start, end - start);
            }
        }
        return energies;
    }
}
