package dev.calor.report;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats numbers for readers. */
final class Format {
    /** Stands for NaN. */
    static final String NONE = "–";

    private static final long FOUR_DIGITS = 9_999;
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy-MM-dd", Locale.ROOT);
    private static final DateTimeFormatter MINUTE = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

    private Format() {}

    /** 98.3 %. */
    static String percent(double share) {
        return Double.isNaN(share) ? NONE : String.format(Locale.ROOT, "%.1f\u00A0%%", 100 * share);
    }

    /** 0.904. */
    static String decimals(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.3f", value);
    }

    /** 32,561. */
    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** A value of a column, or an error in its unit, with four significant digits. */
    static String value(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return Double.isNaN(value) ? NONE : value > 0 ? "∞" : "−∞";
        }
        if (value == Math.rint(value) && Math.abs(value) < 1e12) {
            return Math.abs(value) > FOUR_DIGITS ? count((long) value) : Long.toString((long) value);
        }
        double size = Math.abs(value);
        if (size >= 1e12 || size < 1e-4) {
            return String.format(Locale.ROOT, "%.3g", value);
        }
        int decimals = (int) Math.max(0, 3 - Math.floor(Math.log10(size)));
        String text = String.format(Locale.ROOT, "%,." + decimals + "f", value);
        return text.contains(".") ? text.replaceFirst("\\.?0+$", "") : text;
    }

    /**
     * A value of a column of numbers or points in time; points in time are rounded to days if {@code span} seconds are
     * many days.
     */
    static String value(ColumnSchema column, double value, double span) {
        if (column.type() != ColumnType.DATETIME || Double.isNaN(value)) {
            return value(value);
        }
        return LocalDateTime.ofEpochSecond(Math.round(value), 0, ZoneOffset.UTC)
                .format(span > 3 * 86_400 ? DAY : MINUTE);
    }
}
