package dev.calor.tabular;

/** Sampled rows, column by column: states, and numbers as values u of the columns' distribution functions. */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
record SampledRows(int rows, int[][] states, double[][] uniform) {}
