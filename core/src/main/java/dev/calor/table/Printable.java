package dev.calor.table;

import java.util.Locale;

/**
 * Texts of a table for messages: control characters, and characters that change the direction of text, are written as
 * their codes, <code>&#92;u001b</code>.
 */
public final class Printable {
    /** The most characters of a line that are shown. */
    private static final int LONGEST = 200;

    private Printable() {}

    /** One line without control characters, line breaks and marks of direction; of a long text its beginning and its length. */
    public static String line(String text) {
        if (text.length() <= LONGEST) {
            return escaped(text, false);
        }
        int end = Character.isHighSurrogate(text.charAt(LONGEST - 1)) ? LONGEST - 1 : LONGEST;
        return escaped(text.substring(0, end), false) + String.format(Locale.ROOT, "… (%,d characters)", text.length());
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
