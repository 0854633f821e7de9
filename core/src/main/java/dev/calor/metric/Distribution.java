package dev.calor.metric;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;

/**
 * The distribution of the values of one column in the real and in the synthetic table. Fractions are of the values that
 * are not missing.
 */
public sealed interface Distribution {
    /** The schema of the column in the real table. */
    ColumnSchema schema();

    /** The distribution in the real table. */
    Side real();

    /** The distribution in the synthetic table. */
    Side synthetic();

    /**
     * The distribution in one table.
     *
     * @param shares the fraction of values in each bin, or of each level
     * @param missing the fraction of rows without a value
     * @param beyond of numbers: the fraction outside all bins
     * @param quantiles of numbers: 5 %, 50 % and 95 %, of points in time in seconds; NaN where there are no values,
     *     empty for levels
     */
    @SuppressWarnings("ArrayRecordComponent") // for drawing; instances are never compared
    record Side(double[] shares, double missing, double beyond, double[] quantiles) {}

    /** Numbers or points in time (in seconds), in equally wide bins from left to right. */
    record Histogram(ColumnSchema schema, double left, double right, Side real, Side synthetic)
            implements Distribution {}

    /** Levels of both tables, those of the real one first. */
    record Bars(ColumnSchema schema, List<String> levels, Side real, Side synthetic) implements Distribution {
        /** Copies the levels. */
        public Bars {
            levels = List.copyOf(levels);
        }
    }

    /** The distributions of all columns but identifiers, in the order of the real table. */
    static List<Distribution> of(Table real, Table synthetic) {
        return SharedColumn.of(real, synthetic).parallelStream()
                .filter(column -> !(column instanceof SharedColumn.Texts))
                .map(column -> column instanceof SharedColumn.Numbers numbers
                        ? Histograms.of(numbers)
                        : bars((SharedColumn.Levels) column))
                .toList();
    }

    private static Distribution bars(SharedColumn.Levels column) {
        Side[] sides = Arrays.stream(column.codes())
                .map(codes -> side(codes, column.levels().size()))
                .toArray(Side[]::new);
        return new Bars(column.schema(), column.levels(), sides[0], sides[1]);
    }

    private static Side side(int[] codes, int levels) {
        double[] shares = new double[levels];
        int present = 0;
        for (int code : codes) {
            if (code >= 0) {
                shares[code]++;
                present++;
            }
        }
        for (int level = 0; level < levels; level++) {
            shares[level] /= Math.max(1, present);
        }
        return new Side(shares, 1 - (double) present / codes.length, 0, new double[0]);
    }
}
