package dev.calor.table;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number and how it is written.
 *
 * @param value the number; infinite if it is too large for a double
 * @param decimals the digits after its point
 * @param exponent whether it has one
 * @param code whether it starts with a zero that a number would not have: 007
 */
record NumberText(double value, int decimals, boolean exponent, boolean code) {
    private static final Pattern NUMBER = Pattern.compile("[+-]?(\\d+)?(\\.(\\d*))?([eE][+-]?\\d+)?");
    private static final Pattern INFINITE = Pattern.compile("(?i)[+-]?inf(inity)?");

    /** The number that a text stands for; null if it is not a number. */
    static @Nullable NumberText of(String text) {
        if (text.isEmpty() || text.charAt(0) > '9') {
            return infinite(text);
        }
        Matcher matcher = NUMBER.matcher(text);
        if (!matcher.matches()) {
            return infinite(text);
        }
        String whole = matcher.group(1);
        String fraction = matcher.group(3);
        if (whole == null && (fraction == null || fraction.isEmpty())) {
            return null;
        }
        return new NumberText(
                Double.parseDouble(text) + 0.0, // no −0
                fraction == null ? 0 : fraction.length(),
                matcher.group(4) != null,
                whole != null && whole.length() > 1 && whole.charAt(0) == '0');
    }

    /** The number that a text stands for; NaN if it is not a number. */
    static double valueOf(String text) {
        NumberText number = of(text);
        return number == null ? Double.NaN : number.value;
    }

    private static @Nullable NumberText infinite(String text) {
        return INFINITE.matcher(text).matches()
                ? new NumberText(
                        text.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY, 0, false, false)
                : null;
    }

    /** Whether it is spelled as a whole number. */
    boolean isWhole() {
        return decimals == 0 && !exponent;
    }
}
