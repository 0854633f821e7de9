package dev.calor.metric;

import dev.calor.table.Table;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * SDMetrics' ContingencySimilarity, 1 − ½ Σ_{a,b} |p_r(a,b) − p_s(a,b)|, of the levels of two columns; a missing value
 * is a level of its own.
 *
 * @param value NaN where a threshold is given and V_r does not exceed it
 * @param real V_r, Cramér's V of the real table: √(χ²/n / min(levels − 1)); NaN if a column has only one level
 * @param synthetic V_s
 */
public record ContingencySimilarity(double value, double real, double synthetic) {
    static final String NAME = "ContingencySimilarity";

    /**
     * The similarity of two columns; numbers are binned on the range of the real table.
     *
     * @param threshold V_r must exceed this for the pair to count; 0 if every pair counts
     * @throws IllegalArgumentException if a column is an identifier, or a table has no rows
     */
    public static ContingencySimilarity of(Table real, Table synthetic, String first, String second, double threshold) {
        return of(binned(real, synthetic, first), binned(real, synthetic, second), threshold);
    }

    private static int[][] binned(Table real, Table synthetic, String name) {
        SharedColumn column = SharedColumn.of(name, real, synthetic);
        if (column instanceof SharedColumn.Numbers numbers) {
            return Binning.shared(numbers.values());
        }
        if (column instanceof SharedColumn.Levels levels) {
            return levels.codes();
        }
        throw new IllegalArgumentException("column '" + name + "' is "
                + column.schema().type() + ": " + NAME + " compares numbers, points in time and levels");
    }

    /**
     * The similarity from codes, −1 for a missing value: the real and the synthetic codes of a first column, and those
     * of a second one.
     */
    static ContingencySimilarity of(int[][] first, int[][] second, double threshold) {
        Counts counts = new Counts(first, second);
        counts.cells(first, second);
        boolean counted = threshold <= 0 || counts.real.association() > threshold;
        return new ContingencySimilarity(
                counted ? Score.complement(counts.variation / 2) : Double.NaN,
                counts.real.association(),
                counts.synthetic.association());
    }

    /** The sums over cells from which the scores are computed. */
    private static final class Counts {
        private final int width;
        private final Margins real;
        private final Margins synthetic;
        private double variation;

        Counts(int[][] first, int[][] second) {
            int height = levels(first);
            width = levels(second);
            real = new Margins(first[0], second[0], height, width);
            synthetic = new Margins(first[1], second[1], height, width);
        }

        /** One more than the highest code, and one for missing values. */
        private static int levels(int[][] codes) {
            return 2 + Arrays.stream(codes).flatMapToInt(Arrays::stream).max().orElse(-1);
        }

        /** Visits every occupied cell once: all cells where they are few, sorted rows where they are many. */
        void cells(int[][] first, int[][] second) {
            long cells = (long) real.first.length * width;
            if (cells <= (1 << 16) + 4L * (first[0].length + first[1].length) && cells < 1 << 28) {
                int[] realCounts = dense(first[0], second[0], (int) cells);
                int[] syntheticCounts = dense(first[1], second[1], (int) cells);
                for (int cell = 0; cell < cells; cell++) {
                    add(cell, realCounts[cell], syntheticCounts[cell]);
                }
                return;
            }
            long[] realCells = sorted(first[0], second[0]);
            long[] syntheticCells = sorted(first[1], second[1]);
            int i = 0;
            int j = 0;
            while (i < realCells.length || j < syntheticCells.length) {
                long cell = Math.min(
                        i < realCells.length ? realCells[i] : Long.MAX_VALUE,
                        j < syntheticCells.length ? syntheticCells[j] : Long.MAX_VALUE);
                int startI = i;
                int startJ = j;
                while (i < realCells.length && realCells[i] == cell) {
                    i++;
                }
                while (j < syntheticCells.length && syntheticCells[j] == cell) {
                    j++;
                }
                add(cell, i - startI, j - startJ);
            }
        }

        private int[] dense(int[] first, int[] second, int cells) {
            int[] counts = new int[cells];
            for (int row = 0; row < first.length; row++) {
                counts[(first[row] + 1) * width + second[row] + 1]++;
            }
            return counts;
        }

        private long[] sorted(int[] first, int[] second) {
            return IntStream.range(0, first.length)
                    .mapToLong(row -> (first[row] + 1L) * width + second[row] + 1)
                    .sorted()
                    .toArray();
        }

        private void add(long cell, int realCount, int syntheticCount) {
            if (realCount > 0 || syntheticCount > 0) {
                int a = (int) (cell / width);
                int b = (int) (cell % width);
                real.add(a, b, realCount);
                synthetic.add(a, b, syntheticCount);
                variation += Math.abs((double) realCount / real.rows - (double) syntheticCount / synthetic.rows);
            }
        }
    }

    /** How often each level occurs in one table, and Σ n_ab²/(n_a n_b) = 1 + χ²/n. */
    private static final class Margins {
        private final int rows;
        private final int[] first;
        private final int[] second;
        private double squares;

        Margins(int[] firstCodes, int[] secondCodes, int height, int width) {
            rows = firstCodes.length;
            if (rows == 0) {
                throw new IllegalArgumentException(
                        "a table without rows has no pairs to compare: give it at least one");
            }
            first = new int[height];
            second = new int[width];
            for (int row = 0; row < rows; row++) {
                first[firstCodes[row] + 1]++;
                second[secondCodes[row] + 1]++;
            }
        }

        void add(int a, int b, int count) {
            if (count > 0) {
                squares += (double) count / first[a] * count / second[b];
            }
        }

        double association() {
            long smaller = Math.min(occupied(first), occupied(second));
            return smaller < 2 ? Double.NaN : Math.sqrt(Math.max(0, squares - 1) / (smaller - 1));
        }

        private static long occupied(int[] counts) {
            return Arrays.stream(counts).filter(count -> count > 0).count();
        }
    }
}
