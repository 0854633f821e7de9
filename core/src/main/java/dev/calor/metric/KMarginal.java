package dev.calor.metric;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * The k-marginal score of NIST's synthetic data challenges: how alike the contingency tables of two and of three columns are. Numbers are
 * put into 20 bins between the quantiles of the real table; a missing value is a bin, or a level, of its own. The score is
 * 500·(2 − mean over tables of Σ|p_r − p_s|): 1,000 where all tables are equal, 0 where none overlap. Identifiers are left out.
 *
 * @param score over all pairs and the triples together; NaN where there are fewer than two columns
 * @param pairs over all pairs of columns
 * @param triples over 100 triples of columns chosen at random, or all where there are no more; NaN where there are fewer than three columns
 */
public record KMarginal(double score, double pairs, double triples) {
    /** What {@link #ofSample} takes of the real rows. */
    public static final double SAMPLE = 0.4;

    private static final int BINS = 20;
    private static final int TRIPLES = 100;
    private static final double PERFECT = 1000;

    /**
     * Compares a synthetic with a real table, by the types of the real one.
     *
     * @param random chooses the triples: the same for the same stream and number of columns
     * @throws IllegalArgumentException if a table has no rows, or the synthetic one lacks a column
     */
    public static KMarginal of(Table real, Table synthetic, RandomStream random) {
        if (real.rows() == 0 || synthetic.rows() == 0) {
            throw new IllegalArgumentException("k-marginal compares " + real.rows() + " real and " + synthetic.rows()
                    + " synthetic rows: give both tables at least one row");
        }
        List<int[][]> codes = SharedColumn.of(real, synthetic).parallelStream()
                .filter(column -> !(column instanceof SharedColumn.Texts))
                .map(KMarginal::codes)
                .toList();
        int columns = codes.size();
        List<int[]> pairs = IntStream.range(0, columns)
                .boxed()
                .flatMap(i -> IntStream.range(i + 1, columns).mapToObj(j -> new int[] {i, j}))
                .toList();
        double[] ofPairs = scores(codes, pairs);
        double[] ofTriples = scores(codes, triples(columns, random.child("triples")));
        return new KMarginal(
                mean(DoubleStream.concat(Arrays.stream(ofPairs), Arrays.stream(ofTriples))),
                mean(Arrays.stream(ofPairs)),
                mean(Arrays.stream(ofTriples)));
    }

    /**
     * The score of 40 % of the real rows, chosen at random, beside which NIST shows that of a synthetic table: what rows of the right
     * distribution reach, up to the error of a sample of that size.
     *
     * @throws IllegalArgumentException if the table has fewer than two rows
     */
    public static KMarginal ofSample(Table real, RandomStream random) {
        int rows = (int) Math.round(SAMPLE * real.rows());
        if (rows == 0) {
            throw new IllegalArgumentException(
                    "40 % of " + real.rows() + " real rows is no row: give at least 2 real rows");
        }
        return of(real, RandomRows.some(real, rows, random.child("sample")), random);
    }

    private static double mean(DoubleStream scores) {
        return scores.average().orElse(Double.NaN);
    }

    /** Codes of levels, or of bins, of both tables; −1 where a value is missing. */
    private static int[][] codes(SharedColumn column) {
        if (column instanceof SharedColumn.Levels levels) {
            return levels.codes();
        }
        double[][] values = ((SharedColumn.Numbers) column).values();
        double[] sorted = Arrays.stream(values[0])
                .filter(value -> !Double.isNaN(value))
                .sorted()
                .toArray();
        double[] edges = sorted.length == 0
                ? new double[0]
                : IntStream.range(1, BINS)
                        .mapToDouble(i -> Quantile.of(sorted, (double) i / BINS))
                        .distinct()
                        .toArray();
        return Arrays.stream(values)
                .map(numbers ->
                        Arrays.stream(numbers).mapToInt(x -> bin(edges, x)).toArray())
                .toArray(int[][]::new);
    }

    /** The number of edges below x, so that a frequent value lies in a bin with smaller ones, never with greater ones. */
    private static int bin(double[] edges, double x) {
        if (Double.isNaN(x)) {
            return -1;
        }
        int place = Arrays.binarySearch(edges, x + 0.0); // + 0.0: −0 is 0
        return place >= 0 ? place : -1 - place;
    }

    /** Different triples of columns, each as likely. */
    static List<int[]> triples(int columns, RandomStream random) {
        long all = (long) columns * (columns - 1) * (columns - 2) / 6;
        List<int[]> found = new ArrayList<>();
        if (all <= TRIPLES) {
            for (int i = 0; i < columns; i++) {
                for (int j = i + 1; j < columns; j++) {
                    for (int k = j + 1; k < columns; k++) {
                        found.add(new int[] {i, j, k});
                    }
                }
            }
            return found;
        }
        Set<List<Integer>> chosen = new LinkedHashSet<>();
        while (chosen.size() < TRIPLES) {
            List<Integer> triple =
                    random.ints(0, columns).distinct().limit(3).sorted().boxed().toList();
            if (chosen.add(triple)) {
                found.add(triple.stream().mapToInt(Integer::intValue).toArray());
            }
        }
        return found;
    }

    /** Of the contingency tables of these columns: 500·(2 − Σ|p_r − p_s|) is 1,000 times SDMetrics' ContingencySimilarity. */
    private static double[] scores(List<int[][]> codes, List<int[]> marginals) {
        return marginals.parallelStream()
                .mapToDouble(columns -> {
                    int[][] first = codes.get(columns[0]);
                    for (int i = 1; i < columns.length - 1; i++) {
                        first = joined(first, codes.get(columns[i]));
                    }
                    int[][] last = codes.get(columns[columns.length - 1]);
                    return PERFECT * ContingencySimilarity.of(first, last, 0).value();
                })
                .toArray();
    }

    /** A code for each combination of two codes that occurs, the same in both tables. */
    private static int[][] joined(int[][] first, int[][] second) {
        Map<Long, Integer> places = new HashMap<>();
        int[][] joined = new int[first.length][];
        for (int table = 0; table < first.length; table++) {
            joined[table] = new int[first[table].length];
            for (int row = 0; row < joined[table].length; row++) {
                long both = ((long) first[table][row] << Integer.SIZE) | (second[table][row] & 0xFFFFFFFFL);
                Integer place = places.putIfAbsent(both, places.size());
                joined[table][row] = place == null ? places.size() - 1 : place;
            }
        }
        return joined;
    }
}
