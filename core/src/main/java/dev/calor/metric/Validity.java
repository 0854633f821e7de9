package dev.calor.metric;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Whether a synthetic table has the form of the real one, as in SDMetrics' diagnostic report: BoundaryAdherence of
 * numbers and points in time, CategoryAdherence of levels, KeyUniqueness of identifiers, TableStructure of the whole.
 *
 * @param columns one score per column
 * @param structure TableStructure: the fraction of all (column, type) pairs that both tables have
 */
public record Validity(List<Score> columns, double structure) {
    /** Copies the scores. */
    public Validity {
        columns = List.copyOf(columns);
    }

    /** Compares a synthetic with a real table. */
    public static Validity of(Table real, Table synthetic) {
        return new Validity(
                SharedColumn.of(real, synthetic).stream().map(Validity::score).toList(), structure(real, synthetic));
    }

    /** The mean of the scores of columns; columns without one are left out. */
    public double score() {
        return Score.mean(columns);
    }

    private static Score score(SharedColumn column) {
        List<String> name = List.of(column.name());
        String metric;
        double value;
        if (column instanceof SharedColumn.Numbers numbers) {
            metric = "BoundaryAdherence";
            value = boundaryAdherence(numbers.values()[0], numbers.values()[1]);
        } else if (column instanceof SharedColumn.Levels levels) {
            metric = "CategoryAdherence";
            value = categoryAdherence(levels);
        } else {
            metric = "KeyUniqueness";
            value = keyUniqueness(((SharedColumn.Texts) column).values().get(1));
        }
        return Double.isNaN(value)
                ? Score.none(metric, name, "the synthetic table has no value to judge")
                : Score.of(metric, name, value);
    }

    /**
     * The fraction of synthetic values between the smallest and the largest real one; missing ones count only if no
     * real one is missing.
     */
    private static double boundaryAdherence(double[] real, double[] synthetic) {
        double least = Double.POSITIVE_INFINITY;
        double greatest = Double.NEGATIVE_INFINITY;
        boolean missingIsReal = false;
        for (double value : real) {
            least = value < least ? value : least;
            greatest = value > greatest ? value : greatest;
            missingIsReal |= Double.isNaN(value);
        }
        int within = 0;
        int judged = 0;
        for (double value : synthetic) {
            within += value >= least && value <= greatest ? 1 : 0;
            judged += missingIsReal && Double.isNaN(value) ? 0 : 1;
        }
        return (double) within / judged;
    }

    /** The fraction of synthetic values that occur in the real table; missing is a value. */
    private static double categoryAdherence(SharedColumn.Levels column) {
        boolean[] seen = new boolean[column.levels().size() + 1];
        for (int code : column.codes()[0]) {
            seen[code - Column.MISSING] = true;
        }
        return Arrays.stream(column.codes()[1])
                .mapToDouble(code -> seen[code - Column.MISSING] ? 1 : 0)
                .average()
                .orElse(Double.NaN);
    }

    /** 1 − the fraction of values that are missing or repeated. */
    private static double keyUniqueness(List<@Nullable String> keys) {
        Set<String> seen = new HashSet<>();
        return IntStream.range(0, keys.size())
                .mapToDouble(row -> {
                    String key = keys.get(row);
                    return key != null && seen.add(key) ? 1 : 0;
                })
                .average()
                .orElse(Double.NaN);
    }

    private static double structure(Table real, Table synthetic) {
        Set<List<Object>> both = typed(real);
        both.retainAll(typed(synthetic));
        Set<List<Object>> either = typed(real);
        either.addAll(typed(synthetic));
        return (double) both.size() / either.size();
    }

    private static Set<List<Object>> typed(Table table) {
        return table.schema().columns().stream()
                .map((ColumnSchema column) -> List.<Object>of(column.name(), column.type()))
                .collect(Collectors.toCollection(HashSet::new));
    }
}
