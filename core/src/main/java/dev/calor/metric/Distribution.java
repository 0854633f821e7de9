package dev.calor.metric;

import dev.calor.table.ColumnSchema;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.List;

/** How the values of one column are spread in the real and in the synthetic table. Shares are of the values that are not missing. */
public sealed interface Distribution {
    /** What the column is in the real table. */
    ColumnSchema schema();

    /** The real table's. */
    Side real();

    /** The synthetic table's. */
    Side synthetic();

    /**
     * One table's part.
     *
     * @param shares of the bins, or of the levels
     * @param missing the share of rows without a value
     * @param beyond of numbers: the share outside of all bins
     * @param quantiles of numbers: 5 %, 50 % and 95 %, of points in time in seconds; NaN where there are no values, empty for levels
     */
    @SuppressWarnings("ArrayRecordComponent") // made for drawing; never compared
    record Side(double[] shares, double missing, double beyond, double[] quantiles) {}

    /** Numbers or points in time (in seconds), in equally wide bins from left to right. */
    record Histogram(ColumnSchema schema, double left, double right, Side real, Side synthetic)
            implements Distribution {}

    /** Levels of both tables, those of the real one first. */
    record Bars(ColumnSchema schema, List<String> levels, Side real, Side synthetic) implements Distribution {
        public Bars {
            levels = List.copyOf(levels);
        }
    }

    /** Of every column but identifiers, in the order of the real table. */
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
