package dev.calor.table;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How people write numbers: with a currency or a percent sign, a decimal comma, groups of three digits, negative ones
 * in parentheses, or an exponent. A schema states how the style writes 1234.5: {@code $1,234.5}, {@code 1.234,5 €},
 * {@code (1234.5)}, {@code 1.23e+03}.
 *
 * @param prefix before the digits, including a blank
 * @param suffix after them
 * @param decimal the decimal sign
 * @param group between groups of three digits; 0 for none
 * @param parentheses whether negative numbers stand in parentheses
 * @param mantissa the decimals before an exponent; -1 where there is none
 */
record NumberStyle(String prefix, String suffix, char decimal, char group, boolean parentheses, int mantissa) {
    private static final Pattern FORMAT =
            Pattern.compile("(\\()?([^\\d().,]*)1([., '’\u00a0\u202f]?)234([.,])5([^\\d().,]*)(\\))?");
    private static final Pattern EXPONENT = Pattern.compile("1\\.(\\d+)e\\+03");

    private static final double SAMPLE = 1234.5;

    /** Digits and a decimal point alone. */
    static final NumberStyle PLAIN = new NumberStyle("", "", '.', '\0', false, -1);

    /** Numbers such as 4.219e+00. */
    static NumberStyle exponent(int mantissa) {
        return new NumberStyle("", "", '.', '\0', false, mantissa);
    }

    /** The style of a column of numbers. */
    static NumberStyle of(ColumnSchema column) {
        String format = column.type() == ColumnType.DATETIME ? null : column.format();
        return format == null ? PLAIN : of(format);
    }

    /**
     * The style that writes 1234.5 as this text.
     *
     * @throws IllegalArgumentException if there is none
     */
    static NumberStyle of(String format) {
        Matcher exponent = EXPONENT.matcher(format);
        if (exponent.matches()) {
            return exponent(exponent.group(1).length());
        }
        Matcher parts = FORMAT.matcher(format);
        boolean fits = parts.matches()
                && (parts.group(1) == null) == (parts.group(6) == null)
                && !parts.group(3).equals(parts.group(4));
        if (!fits) {
            throw new IllegalArgumentException("'" + format
                    + "' is not a format of numbers: write 1234.5 as the column has it, such as $1,234.5 or 1.234,5 €");
        }
        return new NumberStyle(
                parts.group(2),
                parts.group(5),
                parts.group(4).charAt(0),
                parts.group(3).isEmpty() ? '\0' : parts.group(3).charAt(0),
                parts.group(1) != null,
                -1);
    }

    /** How the style writes 1234.5, as in a schema. */
    String format() {
        String text = written(mantissa < 0 ? "1234.5" : String.format(Locale.ROOT, "%." + mantissa + "e", SAMPLE));
        return parentheses ? "(" + text + ")" : text;
    }

    boolean isPlain() {
        return equals(PLAIN);
    }

    /** The text of a number, given its digits with a decimal point. */
    String written(String digits) {
        boolean negative = digits.startsWith("-");
        String bare = negative ? digits.substring(1) : digits;
        int point = bare.indexOf('.');
        StringBuilder text = new StringBuilder(point < 0 ? bare : bare.substring(0, point));
        for (int i = text.length() - 3; group != '\0' && i > 0; i -= 3) {
            text.insert(i, group);
        }
        if (point >= 0) {
            text.append(decimal).append(bare, point + 1, bare.length());
        }
        text.insert(0, prefix).append(suffix);
        return !negative ? text.toString() : parentheses ? "(" + text + ")" : "-" + text;
    }

    /** The number that a text in this style, or in the plain one, stands for; NaN if it is not a number. */
    double parse(String text) {
        NumberText number = isPlain() || mantissa >= 0 ? null : parsed(text);
        return number == null ? NumberText.valueOf(text) : number.value();
    }

    /**
     * The number that a text in this style stands for, with signs before or after the digits; null if it is not a
     * number.
     */
    @Nullable
    NumberText parsed(String text) {
        boolean bracketed = text.startsWith("(") && text.endsWith(")");
        String bare = bracketed ? text.substring(1, text.length() - 1) : text;
        boolean negative = bracketed || bare.startsWith("-") || bare.startsWith("\u2212");
        bare = !bracketed && (negative || bare.startsWith("+"))
                ? bare.substring(1).strip()
                : bare;
        bare = bare.startsWith(prefix.strip())
                ? bare.substring(prefix.strip().length()).strip()
                : bare;
        bare = bare.endsWith(suffix.strip())
                ? bare.substring(0, bare.length() - suffix.strip().length()).strip()
                : bare;
        if (!negative && (bare.startsWith("-") || bare.startsWith("\u2212"))) {
            negative = true;
            bare = bare.substring(1);
        }
        String digits = digits(bare);
        return digits == null ? null : NumberText.of(negative ? "-" + digits : digits);
    }

    /** Digits with a decimal point, without groups; null if the text is something else. */
    private @Nullable String digits(String text) {
        int point = text.indexOf(decimal);
        String whole = point < 0 ? text : text.substring(0, point);
        String fraction = point < 0 ? "" : text.substring(point + 1);
        if (!isDigits(fraction) || (whole.isEmpty() && fraction.isEmpty())) {
            return null;
        }
        if (group != '\0' && whole.indexOf(group) >= 0) {
            String[] groups = whole.split(Pattern.quote(String.valueOf(group)), -1);
            for (int i = 0; i < groups.length; i++) {
                boolean first = i == 0 && !groups[i].isEmpty() && groups[i].length() <= 3 && groups[i].charAt(0) != '0';
                if (!isDigits(groups[i]) || !(first || (i > 0 && groups[i].length() == 3))) {
                    return null;
                }
            }
            whole = String.join("", groups);
        }
        return isDigits(whole) ? whole + (point < 0 ? "" : "." + fraction) : null;
    }

    private static boolean isDigits(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
