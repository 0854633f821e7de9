package dev.calor.tabular;

import dev.calor.rows.OneHot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Chooses the columns whose combinations determine numbers: year, month and day, which together decide the weather. A network that sees
 * the columns apart has to build every product of them; one that sees them crossed has a vector per combination
 * ({@link dev.calor.energy.mlp.DerivedInputs}).
 *
 * <p>The gain of a cross is the variance of a number that the means of its cells explain beyond the sum of one effect per level of every
 * other column, as a fraction, adjusted for the number of cells, and added up over the numbers. Numbers count by their ranks; as an
 * effect on another one, a number has {@value #BINS} bins.
 */
final class CrossedColumns {
    /** Columns are crossed if they explain this much more of the numbers, added up; a third column joins a pair if it adds as much. */
    private static final double LEAST_GAIN = 0.2;

    /** A pair that explains less is no sign of a cross of three columns either. */
    private static final double LEAST_SIGN = 0.03;

    /** Each cell has at least this many rows on average. */
    private static final int ROWS_PER_CELL = 8;

    private static final int MOST_CELLS = 4_096;

    /** No two crosses share two columns. */
    static final int MOST_CROSSES = 4;

    static final int MOST_COLUMNS = 3;

    /** At most this many columns are candidates for a cross: those with the most levels. */
    private static final int MOST_CANDIDATES = 24;

    /** A column with more levels is not crossed. */
    private static final int MOST_LEVELS = 64;

    /** At most this many numbers are examined. */
    private static final int MOST_NUMBERS = 48;

    /** At most this many finite columns, and as many numbers, have effects on a number. */
    private static final int MOST_EFFECTS = 64;

    private static final int BINS = 16;

    /** Rows that are enough to see a gain of .01. */
    static final int SAMPLE = 1 << 15;

    /** Alternating fits of the effects of columns. They converge fast where levels occur in nearly all combinations. */
    private static final int SWEEPS = 4;

    private final EncodedRows rows;
    private final int[] levels; // of the finite columns
    private final long mostCells;
    private final List<Target> targets = new ArrayList<>();

    /** What is left of a number when the effects of all other columns are taken away, and its sum of squares before. */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    private record Target(double[] residual, double squares) {}

    private record Cross(List<Integer> columns, double gain) {}

    private CrossedColumns(EncodedRows rows, int[] levels, long all) {
        this.rows = rows;
        this.levels = levels;
        this.mostCells = Math.min(MOST_CELLS, Math.min(all / ROWS_PER_CELL, rows.rows() / 4));
        for (int number = 0; number < Math.min(rows.low().length, MOST_NUMBERS); number++) {
            targets.add(target(number));
        }
    }

    private Target target(int number) {
        double[] residual = IntStream.range(0, rows.rows())
                .mapToDouble(row -> rank(number, row) - 0.5)
                .toArray();
        double squares = Arrays.stream(residual).map(value -> value * value).sum();
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            for (int k = 0; k < Math.min(levels.length, MOST_EFFECTS); k++) {
                subtractMeans(residual, rows.states()[k], levels[k]);
            }
            for (int other = 0; other < Math.min(rows.low().length, MOST_EFFECTS); other++) {
                if (other != number) {
                    int column = other;
                    int[] bins = IntStream.range(0, rows.rows())
                            .map(row -> Math.min(BINS - 1, (int) (BINS * rank(column, row))))
                            .toArray();
                    subtractMeans(residual, bins, BINS);
                }
            }
        }
        return new Target(residual, squares);
    }

    /** The place of a value in the distribution of its column, from 0 to 1. */
    private double rank(int number, int row) {
        return (rows.low()[number][row] + rows.high()[number][row]) / 2.0;
    }

    private static void subtractMeans(double[] residual, int[] levelOf, int count) {
        double[] sums = new double[count];
        double[] counts = new double[count];
        for (int row = 0; row < residual.length; row++) {
            sums[levelOf[row]] += residual[row];
            counts[levelOf[row]]++;
        }
        for (int row = 0; row < residual.length; row++) {
            residual[row] -= sums[levelOf[row]] / counts[levelOf[row]];
        }
    }

    /**
     * The crosses of a table, by a sample of its rows.
     *
     * @param rows the sample
     * @param all the number of rows of the table
     */
    static List<List<Integer>> of(EncodedRows rows, OneHot layout, long all) {
        int[] levels = IntStream.range(0, layout.columns()).map(layout::size).toArray();
        return new CrossedColumns(rows, levels, all).chosen();
    }

    private List<List<Integer>> chosen() {
        List<Integer> candidates = candidates();
        List<Cross> pairs = new ArrayList<>();
        for (int a : candidates) {
            for (int b : candidates) {
                if (a < b) {
                    pairs.add(cross(List.of(a, b)));
                }
            }
        }
        pairs.removeIf(pair -> pair.gain < LEAST_SIGN);
        pairs.sort(Comparator.comparing(pair -> -pair.gain));
        List<List<Integer>> chosen = new ArrayList<>();
        for (Cross pair : pairs) {
            if (chosen.size() == MOST_CROSSES) {
                break;
            }
            Cross cross = grown(pair, candidates);
            if (cross.gain >= LEAST_GAIN && chosen.stream().noneMatch(other -> shareTwo(cross.columns, other))) {
                chosen.add(cross.columns);
            }
        }
        return chosen;
    }

    private List<Integer> candidates() {
        return IntStream.range(0, levels.length)
                .filter(column -> levels[column] > 1 && levels[column] <= MOST_LEVELS)
                .boxed()
                .sorted(Comparator.comparing(column -> -levels[column]))
                .limit(MOST_CANDIDATES)
                .sorted()
                .toList();
    }

    /** The pair with the third column that gains most, or without one if none gains enough. */
    private Cross grown(Cross pair, List<Integer> candidates) {
        return candidates.stream()
                .filter(column -> !pair.columns.contains(column))
                .map(column -> cross(Stream.concat(pair.columns.stream(), Stream.of(column))
                        .sorted()
                        .toList()))
                .filter(triple -> triple.gain >= pair.gain + LEAST_GAIN)
                .max(Comparator.comparing(Cross::gain))
                .orElse(pair);
    }

    private static boolean shareTwo(List<Integer> one, List<Integer> other) {
        return one.stream().filter(other::contains).count() > 1;
    }

    /** A cross with its gain: none if it has too many cells. */
    private Cross cross(List<Integer> columns) {
        long cells = columns.stream().mapToLong(column -> levels[column]).reduce(1, (a, b) -> a * b);
        return new Cross(columns, cells > mostCells ? 0 : gain(columns, (int) cells));
    }

    /** The gain of a cross over all numbers. */
    private double gain(List<Integer> columns, int cells) {
        int[] cell = new int[rows.rows()];
        for (int column : columns) {
            for (int row = 0; row < cell.length; row++) {
                cell[row] = cell[row] * levels[column] + rows.states()[column][row];
            }
        }
        double[] counts = new double[cells];
        for (int c : cell) {
            counts[c]++;
        }
        return targets.stream()
                .mapToDouble(target -> gain(columns, cell, counts, target))
                .sum();
    }

    private double gain(List<Integer> columns, int[] cell, double[] counts, Target target) {
        double n = rows.rows();
        double[] sums = new double[counts.length];
        double total = 0;
        for (int row = 0; row < cell.length; row++) {
            sums[cell[row]] += target.residual[row];
            total += target.residual[row] * target.residual[row];
        }
        if (target.squares < 1e-6 * n) {
            return 0; // nearly constant
        }
        double byCells = 0;
        for (int c = 0; c < sums.length; c++) {
            byCells += counts[c] == 0 ? 0 : sums[c] * sums[c] / counts[c];
        }
        long occupied = Arrays.stream(counts).filter(count -> count > 0).count();
        long effects =
                1 + columns.stream().mapToLong(column -> levels[column] - 1).sum();
        double unexplained = (total - byCells) / (n - occupied);
        double unexplainedBySums = (total - explainedBySums(columns, counts, sums)) / (n - effects);
        return Math.max(0, (unexplainedBySums - unexplained) * (n - 1) / target.squares);
    }

    /** The sum of squares explained by one effect per level of every column. Overwrites the residuals. */
    private double explainedBySums(List<Integer> columns, double[] counts, double[] residual) {
        double explained = 0;
        for (int sweep = 0; sweep < SWEEPS; sweep++) {
            int stride = counts.length;
            for (int column : columns) {
                stride /= levels[column];
                double[] levelCounts = new double[levels[column]];
                double[] levelSums = new double[levels[column]];
                for (int c = 0; c < counts.length; c++) {
                    int level = c / stride % levels[column];
                    levelCounts[level] += counts[c];
                    levelSums[level] += residual[c];
                }
                for (int level = 0; level < levelSums.length; level++) {
                    if (levelCounts[level] > 0) {
                        explained += levelSums[level] * levelSums[level] / levelCounts[level];
                    }
                }
                for (int c = 0; c < counts.length; c++) {
                    int level = c / stride % levels[column];
                    residual[c] -= levelCounts[level] == 0 ? 0 : counts[c] * levelSums[level] / levelCounts[level];
                }
            }
        }
        return explained;
    }
}
