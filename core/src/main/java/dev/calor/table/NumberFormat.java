package dev.calor.table;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Writes the numbers of a column: whole, rounded to decimals, or with as many as they need. Rounding is to nearest,
 * ties to even.
 *
 * @param decimals the most decimals, or {@link ColumnSchema#SHORTEST}
 * @param leastDecimals decimals that are written even if they are zeros
 * @param style the currency, digit groups and signs around the digits
 */
record NumberFormat(int decimals, int leastDecimals, NumberStyle style) {
    /** Above this a double has no room for decimals. */
    private static final double EXACT = (double) (1L << 53);

    static NumberFormat of(ColumnSchema column) {
        return column.type() == ColumnType.INTEGER
                ? new NumberFormat(0, 0, NumberStyle.of(column))
                : new NumberFormat(column.decimals(), column.leastDecimals(), NumberStyle.of(column));
    }

    /** The number rounded as it is written. */
    double round(double value) {
        return decimals == ColumnSchema.SHORTEST ? value : Double.parseDouble(plain(value));
    }

    /** The text of a number, as the column writes it. */
    String text(double value) {
        return style.mantissa() >= 0
                ? String.format(Locale.ROOT, "%." + style.mantissa() + "e", value)
                : style.isPlain() ? plain(value) : style.written(plain(value));
    }

    /** The text of a number without its style: digits and a decimal point. */
    String plain(double value) {
        if (decimals == ColumnSchema.SHORTEST) {
            return shortest(value);
        }
        double power = Math.pow(10, decimals);
        double scaled = Math.rint(value * power);
        return Math.abs(scaled) < EXACT
                ? trimmed(digits((long) scaled))
                : trimmed(new BigDecimal(value)
                        .setScale(decimals, RoundingMode.HALF_EVEN)
                        .toPlainString());
    }

    /** The digits of a number scaled by 10^decimals, with its point. */
    private String digits(long scaled) {
        if (decimals == 0) {
            return Long.toString(scaled);
        }
        StringBuilder text = new StringBuilder().append(Math.abs(scaled));
        while (text.length() <= decimals) {
            text.insert(0, '0');
        }
        text.insert(text.length() - decimals, '.');
        return scaled < 0 ? text.insert(0, '-').toString() : text.toString();
    }

    /** Removes zeros at the end beyond {@code leastDecimals}. */
    private String trimmed(String text) {
        int end = text.length();
        for (int spare = decimals - leastDecimals; spare > 0 && text.charAt(end - 1) == '0'; spare--) {
            end--;
        }
        return text.charAt(end - 1) == '.' ? text.substring(0, end - 1) : text.substring(0, end);
    }

    private String shortest(double value) {
        String text = Double.toString(value);
        if (text.indexOf('E') >= 0) {
            return text;
        }
        return leastDecimals == 0 && text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
    }
}
