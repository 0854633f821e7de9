package dev.calor.metric;

import dev.calor.table.Table;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How similar the pairs of columns of two tables are: CorrelationSimilarity of two columns of numbers,
 * ContingencySimilarity of two columns with levels, or of one with levels and one of numbers, which is binned on its
 * own range in each table. Identifiers are left out; a constant column counts as one with levels.
 *
 * @param pairs one score per pair
 */
public record PairTrends(List<Pair> pairs) {
    /** Copies the scores. */
    public PairTrends {
        pairs = List.copyOf(pairs);
    }

    /**
     * A pair of columns.
     *
     * @param score how similar they are in both tables
     * @param real how strongly they are associated in the real table: Pearson's ρ, or Cramér's V
     * @param synthetic the same in the synthetic table
     */
    public record Pair(Score score, double real, double synthetic) {}

    /**
     * Compares a synthetic with a real table, using the types of the real one.
     *
     * @throws IllegalArgumentException if the synthetic table lacks a column, or a value does not fit its type
     */
    public static PairTrends of(Table real, Table synthetic, Profile profile) {
        List<Shape> shapes = SharedColumn.of(real, synthetic).parallelStream()
                .filter(column -> !(column instanceof SharedColumn.Texts))
                .map(Shape::of)
                .toList();
        List<int[]> pairs = IntStream.range(0, shapes.size())
                .boxed()
                .flatMap(i -> IntStream.range(i + 1, shapes.size()).mapToObj(j -> new int[] {i, j}))
                .toList();
        return new PairTrends(pairs.parallelStream()
                .map(pair -> pair(shapes.get(pair[0]), shapes.get(pair[1]), profile))
                .toList());
    }

    /** The mean of the scores, [P tbl:exp-density-similarity]; pairs without one are left out. */
    public double score() {
        return Score.mean(pairs.stream().map(Pair::score).toList());
    }

    /**
     * A column with the codes of its levels, or of the bins of its numbers.
     *
     * @param problem why there are no bins; null where there are
     */
    @SuppressWarnings("ArrayRecordComponent") // shared on purpose
    private record Shape(
            SharedColumn column, int[][] codes, @Nullable String problem) {
        static Shape of(SharedColumn column) {
            if (column instanceof SharedColumn.Levels levels) {
                return new Shape(column, levels.codes(), null);
            }
            double[][] values = ((SharedColumn.Numbers) column).values();
            try {
                return new Shape(column, Stream.of(values).map(Binning::own).toArray(int[][]::new), null);
            } catch (IllegalArgumentException refused) {
                return new Shape(column, new int[0][], refused.getMessage());
            }
        }
    }

    private static Pair pair(Shape first, Shape second, Profile profile) {
        boolean correlates =
                first.column instanceof SharedColumn.Numbers && second.column instanceof SharedColumn.Numbers;
        String metric = correlates ? CorrelationSimilarity.NAME : ContingencySimilarity.NAME;
        List<String> names = List.of(first.column.name(), second.column.name());
        try {
            return correlates
                    ? correlation(metric, names, first, second, profile.correlationThreshold())
                    : contingency(metric, names, first, second, profile.associationThreshold());
        } catch (IllegalArgumentException refused) {
            return new Pair(Score.none(metric, names, refused.getMessage()), Double.NaN, Double.NaN);
        }
    }

    private static Pair correlation(String metric, List<String> names, Shape first, Shape second, double threshold) {
        CorrelationSimilarity found = CorrelationSimilarity.of(
                (SharedColumn.Numbers) first.column, (SharedColumn.Numbers) second.column, threshold);
        return pair(metric, names, found.value(), found.real(), found.synthetic(), threshold);
    }

    private static Pair contingency(String metric, List<String> names, Shape first, Shape second, double threshold) {
        for (Shape shape : List.of(first, second)) {
            if (shape.problem != null) {
                throw new IllegalArgumentException("column '" + shape.column.name() + "': " + shape.problem);
            }
        }
        ContingencySimilarity found = ContingencySimilarity.of(first.codes, second.codes, threshold);
        return pair(metric, names, found.value(), found.real(), found.synthetic(), threshold);
    }

    private static Pair pair(
            String metric, List<String> names, double value, double real, double synthetic, double threshold) {
        if (!Double.isNaN(value)) {
            return new Pair(Score.of(metric, names, value), real, synthetic);
        }
        String reason = Math.abs(real) <= threshold
                ? String.format(
                        Locale.ROOT, "they hardly go together in the real table: %.3f, not above %s", real, threshold)
                : "how they go together is undefined in a table: too few rows or levels";
        return new Pair(Score.none(metric, names, reason), real, synthetic);
    }
}
