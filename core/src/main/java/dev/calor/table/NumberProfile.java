package dev.calor.table;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Statistics of how the numbers of a column are written, from its distinct spellings. */
final class NumberProfile {
    /** Whole numbers up to this are exact in a double. */
    private static final double EXACT = (double) (1L << 53);

    /** With more decimals than this, numbers are written with as many as they need. */
    private static final int MOST_DECIMALS = 9;

    private static final Pattern SCIENTIFIC = Pattern.compile("-?\\d\\.\\d+e[+-]\\d{2,3}");

    private final Map<String, Long> infinities = new TreeMap<>();

    private long distinct;
    private long rows;
    private boolean whole = true;
    private boolean exponents;
    private boolean codes;
    private int mantissa = -1;
    private boolean alike = true;
    private boolean inexact;
    private int mostDecimals;
    private int leastDecimals = Integer.MAX_VALUE;
    private double minimum = Double.NaN;
    private double maximum = Double.NaN;

    void take(String text, NumberText number, long count) {
        if (Double.isInfinite(number.value())) {
            infinities.merge(text, count, Long::sum);
            return;
        }
        distinct++;
        rows += count;
        whole &= number.isWhole();
        exponents |= number.exponent();
        int decimals = SCIENTIFIC.matcher(text).matches() ? number.decimals() : -1;
        alike &= decimals >= 0 && (distinct == 1 || decimals == mantissa);
        mantissa = decimals;
        codes |= number.code();
        inexact |= number.isWhole() && Math.abs(number.value()) > EXACT;
        mostDecimals = Math.max(mostDecimals, number.decimals());
        leastDecimals = Math.min(leastDecimals, number.decimals());
        minimum = distinct == 1 ? number.value() : Math.min(minimum, number.value());
        maximum = distinct == 1 ? number.value() : Math.max(maximum, number.value());
    }

    /** Adds counts of finite numbers outside the sample, and the range of all numbers. */
    void addUnvisited(long moreRows, long moreDistinct, double least, double most) {
        rows += moreRows;
        distinct += moreDistinct;
        minimum = Math.min(minimum, least);
        maximum = Math.max(maximum, most);
    }

    /** The number of rows with infinite numbers, by spelling. */
    Map<String, Long> infinities() {
        return infinities;
    }

    /** The number of different spellings of finite numbers. */
    long distinct() {
        return distinct;
    }

    /** The number of rows with a finite number. */
    long rows() {
        return rows;
    }

    /** Whether all are spelled as whole numbers. */
    boolean areWhole() {
        return whole && distinct > 0;
    }

    /** Whether some start with a zero, as numbers do not: codes, such as 01069. */
    boolean areCodes() {
        return codes;
    }

    /** Whether some are whole and too large to be held exactly. */
    boolean areInexact() {
        return inexact;
    }

    double minimum() {
        return minimum;
    }

    double maximum() {
        return maximum;
    }

    /** The largest number of decimals with which they are written. */
    int decimals() {
        return exponents || mostDecimals > MOST_DECIMALS ? ColumnSchema.SHORTEST : mostDecimals;
    }

    /**
     * A style with an exponent if all numbers are written with one and with equally many decimals; otherwise the plain
     * style.
     */
    NumberStyle style() {
        return alike && distinct > 0 ? NumberStyle.exponent(mantissa) : NumberStyle.PLAIN;
    }

    /** The number of decimals with which they are written even if these are zeros. */
    int leastDecimals() {
        return distinct == 0 ? 0 : leastDecimals;
    }

    /** The schema of a column of these numbers: integer if all are whole. */
    ColumnSchema schema(String name, List<String> missingTokens, long missing, @Nullable String format, String reason) {
        return new ColumnSchema(
                name,
                areWhole() ? ColumnType.INTEGER : ColumnType.NUMERIC,
                List.of(),
                missingTokens,
                missing,
                minimum,
                maximum,
                decimals(),
                leastDecimals(),
                format,
                reason);
    }
}
