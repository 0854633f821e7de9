package dev.calor.table;

import java.util.Currency;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The styles in which all values of a column are numbers, narrowed value by value. */
final class NumberGuess {
    private static final String SIGN = "[+\u2212-]?";
    private static final Pattern SHAPE =
            Pattern.compile("(\\()?" + SIGN + "([^\\d\\s.,'()+\u2212-]{0,4}[ \u00a0\u202f]?)" + SIGN
                    + "(\\d[\\d., '’\u00a0\u202f]*?|[.,]\\d+)([ \u00a0\u202f]?[^\\d\\s.,'()]{0,4})(\\))?");

    private static final Set<String> SIGNS = Stream.concat(
                    Currency.getAvailableCurrencies().stream().map(Currency::getCurrencyCode),
                    Stream.of("%", "‰", "kr", "zł", "Kč", "Ft", "Fr", "Rs", "R$", "US$", "A$", "C$"))
            .collect(Collectors.toSet());

    /** Pairs of decimal sign and group separator: the first that fits all values is chosen. */
    private static final List<String> POINT_FIRST =
            List.of(".", ".,", ",", ",.", ". ", ", ", ".'", ".’", ".\u00a0", ",\u00a0", ".\u202f", ",\u202f");

    private static final List<String> COMMA_FIRST =
            List.of(",", ",.", ", ", ",\u00a0", ",\u202f", ".", ".,", ". ", ".'", ".’", ".\u00a0", ".\u202f");

    /** A style that fits all values so far, and the statistics of the values read in it. */
    private static final class Candidate {
        private final NumberStyle style;
        private final NumberProfile numbers = new NumberProfile();

        Candidate(NumberStyle style) {
            this.style = style;
        }

        boolean takes(String text, long count) {
            NumberText number = style.parsed(text);
            if (number != null) {
                numbers.take(text, number, count);
            }
            return number != null;
        }
    }

    private final List<String> layouts;
    private @Nullable List<Candidate> left;
    private String affixes = "";
    private boolean parentheses;

    /**
     * A guess for a column of a table.
     *
     * @param dialect its decimal sign, or a separator that is not a comma, tells what a comma is likely to mean
     */
    NumberGuess(TableSource.Dialect dialect) {
        Character decimal = dialect.decimal();
        Character separator = dialect.separator();
        boolean comma = decimal != null ? decimal == ',' : separator != null && separator == ';';
        List<String> order = comma ? COMMA_FIRST : POINT_FIRST;
        layouts = decimal == null
                ? order
                : order.stream().filter(layout -> layout.charAt(0) == decimal).toList();
    }

    void take(String value, long count) {
        if (left != null && left.isEmpty()) {
            return;
        }
        Matcher parts = SHAPE.matcher(value);
        boolean fits = value.length() < 40 && parts.matches() && (parts.group(1) == null) == (parts.group(5) == null);
        if (!fits) {
            left = List.of();
            return;
        }
        String prefix = parts.group(2);
        String suffix = parts.group(4);
        if (left == null) {
            boolean known = isSign(prefix.strip()) && isSign(suffix.strip());
            affixes = prefix + "\0" + suffix;
            left = (known ? layouts : List.<String>of())
                    .stream()
                            .map(layout -> new Candidate(new NumberStyle(
                                    prefix,
                                    suffix,
                                    layout.charAt(0),
                                    layout.length() == 1 ? '\0' : layout.charAt(1),
                                    false,
                                    -1)))
                            .toList();
        }
        parentheses |= parts.group(1) != null;
        left = affixes.equals(prefix + "\0" + suffix)
                ? left.stream()
                        .filter(candidate -> candidate.takes(value, count))
                        .toList()
                : List.of();
    }

    private static boolean isSign(String text) {
        return text.isEmpty()
                || SIGNS.contains(text)
                || (text.codePointCount(0, text.length()) == 1
                        && Character.getType(text.codePointAt(0)) == Character.CURRENCY_SYMBOL);
    }

    /** Whether a text looks like a number written by a person. */
    static boolean looksLikeNumber(String text) {
        Matcher parts = SHAPE.matcher(text);
        return text.length() < 40
                && parts.matches()
                && isSign(parts.group(2).strip())
                && isSign(parts.group(4).strip());
    }

    /** Whether there were values, and all of them are numbers of one style. */
    boolean fits() {
        return left != null && !left.isEmpty() && !numbers().areCodes();
    }

    NumberProfile numbers() {
        return first().numbers;
    }

    private Candidate first() {
        if (left == null) {
            throw new IllegalStateException("no value was taken");
        }
        return left.get(0);
    }

    NumberStyle style() {
        NumberStyle style = first().style;
        return new NumberStyle(style.prefix(), style.suffix(), style.decimal(), style.group(), parentheses, -1);
    }

    /**
     * Another way to read the same values, where all have one comma followed by three digits; null if there is none.
     */
    @Nullable
    String alternative() {
        if (left == null) {
            return null;
        }
        return left.stream()
                .filter(other -> other.numbers.maximum() != numbers().maximum())
                .findFirst()
                .map(other -> String.valueOf(other.style.decimal()))
                .orElse(null);
    }
}
