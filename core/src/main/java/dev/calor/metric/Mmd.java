package dev.calor.metric;

import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Maximum mean discrepancy between two sets of rows, squared, with the exponential Hamming kernel of [P tab:synthetic_mmd],
 * k(x, y) = exp(−bandwidth · number of columns in which x and y differ).
 *
 * <p>Distances are counted first and weighted afterwards. They are counted on bits, one plane for each bit of a state, so that 64
 * columns of 32 million pairs take about a tenth of a second.
 *
 * @param bandwidth the paper's 0.1; positive
 */
public record Mmd(double bandwidth) {
    /**
     * Checks the bandwidth.
     *
     * @throws IllegalArgumentException if {@code bandwidth} is not positive and finite
     */
    public Mmd {
        if (!(bandwidth > 0 && bandwidth < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("bandwidth " + bandwidth
                    + " of a Hamming kernel: allowed are finite numbers above 0; the paper's is 0.1");
        }
    }

    /**
     * The unbiased estimate: Σ_{i≠j} k(x_i, x_j)/(n(n−1)) + Σ_{i≠j} k(y_i, y_j)/(m(m−1)) − 2 Σ_{i,j} k(x_i, y_j)/(nm). It is zero
     * on average where both sets have the same distribution; so it may be negative.
     *
     * @param x n rows, at least 2, of any whole numbers
     * @param y m rows, at least 2, with the same number of columns
     * @throws IllegalArgumentException if a set has fewer than 2 rows, or rows differ in length
     */
    public double squared(int[][] x, int[][] y) {
        int columns = checkShape(x, y);
        int[] levels = Stream.of(x, y)
                .flatMap(Arrays::stream)
                .flatMapToInt(Arrays::stream)
                .sorted()
                .distinct()
                .toArray();
        BitPlanes planes = new BitPlanes(levels, columns);
        long[][] packedX = planes.pack(x);
        long[][] packedY = planes.pack(y);
        return mean(planes.distancesWithin(packedX))
                + mean(planes.distancesWithin(packedY))
                - 2 * mean(planes.distancesBetween(packedX, packedY));
    }

    private static int checkShape(int[][] x, int[][] y) {
        if (x.length < 2 || y.length < 2) {
            throw new IllegalArgumentException(
                    x.length + " and " + y.length + " rows cannot be compared without bias: give at least 2 of each");
        }
        int columns = x[0].length;
        for (int[][] rows : new int[][][] {x, y}) {
            for (int i = 0; i < rows.length; i++) {
                if (rows[i].length != columns) {
                    throw new IllegalArgumentException("row " + i + (rows == x ? " of the first" : " of the second")
                            + " set has " + rows[i].length + " columns, the first row of all has " + columns
                            + ": rows must be of one length");
                }
            }
        }
        return columns;
    }

    /** The mean of the kernel over pairs, given how many pairs there are at each distance. */
    private double mean(long[] pairsAtDistance) {
        double sum = 0;
        double pairs = 0;
        for (int distance = 0; distance < pairsAtDistance.length; distance++) {
            sum += pairsAtDistance[distance] * Math.exp(-bandwidth * distance);
            pairs += pairsAtDistance[distance];
        }
        return sum / pairs;
    }

    /** Rows as bits. Word w of plane p holds bit p of the states of columns 64w to 64w + 63; planes lie one after another. */
    private static final class BitPlanes {
        private final int[] levels;
        private final int columns;
        private final int words;
        private final int planes;

        BitPlanes(int[] levels, int columns) {
            this.levels = levels;
            this.columns = columns;
            words = (columns + Long.SIZE - 1) / Long.SIZE;
            planes = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, levels.length - 1));
        }

        long[][] pack(int[][] rows) {
            long[][] packed = new long[rows.length][planes * words];
            for (int i = 0; i < rows.length; i++) {
                for (int column = 0; column < columns; column++) {
                    long level = Arrays.binarySearch(levels, rows[i][column]);
                    for (int plane = 0; plane < planes; plane++) {
                        packed[i][plane * words + column / Long.SIZE] |= ((level >> plane) & 1) << (column % Long.SIZE);
                    }
                }
            }
            return packed;
        }

        /** How many pairs of different rows have each Hamming distance. */
        long[] distancesWithin(long[][] rows) {
            long[] pairs = new long[columns + 1];
            for (int i = 0; i < rows.length; i++) {
                count(rows[i], rows, i, pairs);
            }
            return pairs;
        }

        long[] distancesBetween(long[][] from, long[][] to) {
            long[] pairs = new long[columns + 1];
            for (long[] row : from) {
                count(row, to, to.length, pairs);
            }
            return pairs;
        }

        private void count(long[] row, long[][] others, int end, long[] pairs) {
            if (planes * words == 1) { // the paper's 32 bits
                long bits = row[0];
                for (int j = 0; j < end; j++) {
                    pairs[Long.bitCount(bits ^ others[j][0])]++;
                }
                return;
            }
            for (int j = 0; j < end; j++) {
                long[] other = others[j];
                int distance = 0;
                for (int word = 0; word < words; word++) {
                    long differ = 0;
                    for (int at = word; at < planes * words; at += words) {
                        differ |= row[at] ^ other[at];
                    }
                    distance += Long.bitCount(differ);
                }
                pairs[distance]++;
            }
        }
    }
}
