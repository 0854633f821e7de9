package dev.calor.table;

/**
 * Texts of a table for messages: control characters, and characters that change the direction of text, are written as
 * their codes, <code>&#92;u001b</code>.
 */
public final class Printable {
    private Printable() {}

    /** One line without control characters, line breaks and marks of direction. */
    public static String line(String text) {
        return escaped(text, false);
    }

    /** The same, but line breaks are kept: for messages of several lines. */
    public static String lines(String text) {
        return escaped(text, true);
    }

    private static String escaped(String text, boolean lines) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isHarmful(c) && !(lines && (c == '\n' || c == '\r' || c == '\t'))) {
                shown.append(
                        c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    private static boolean isHarmful(char c) {
        return Character.isISOControl(c)
                || c == '\u2028'
                || c == '\u2029'
                || c == '\u061c'
                || (c >= '\u200e' && c <= '\u200f')
                || (c >= '\u202a' && c <= '\u202e')
                || (c >= '\u2066' && c <= '\u2069');
    }
}
