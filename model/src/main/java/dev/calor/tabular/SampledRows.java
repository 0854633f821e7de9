package dev.calor.tabular;

import java.util.Arrays;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/** Sampled rows, column by column: states, and numbers as values u of the columns' distribution functions. */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record SampledRows(int rows, int[][] states, double[][] uniform) {
    /** The first rows that pass a test, at most {@code most}. */
    SampledRows where(IntPredicate test, int most) {
        int[] kept = IntStream.range(0, rows).filter(test).limit(most).toArray();
        return new SampledRows(
                kept.length,
                Arrays.stream(states)
                        .map(column ->
                                Arrays.stream(kept).map(row -> column[row]).toArray())
                        .toArray(int[][]::new),
                Arrays.stream(uniform)
                        .map(column -> Arrays.stream(kept)
                                .mapToDouble(row -> column[row])
                                .toArray())
                        .toArray(double[][]::new));
    }

    /** These rows and then others of the same columns. */
    SampledRows followedBy(SampledRows others) {
        int[][] allStates = new int[states.length][];
        for (int k = 0; k < states.length; k++) {
            allStates[k] = Arrays.copyOf(states[k], rows + others.rows);
            System.arraycopy(others.states[k], 0, allStates[k], rows, others.rows);
        }
        double[][] allUniform = new double[uniform.length][];
        for (int i = 0; i < uniform.length; i++) {
            allUniform[i] = Arrays.copyOf(uniform[i], rows + others.rows);
            System.arraycopy(others.uniform[i], 0, allUniform[i], rows, others.rows);
        }
        return new SampledRows(rows + others.rows, allStates, allUniform);
    }
}
