package dev.calor.tabular;

/** Rows as a sampler leaves them, column by column: states, and numbers as values u of the columns' distribution functions. */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SampledRows(int rows, int[][] states, double[][] uniform) {}
