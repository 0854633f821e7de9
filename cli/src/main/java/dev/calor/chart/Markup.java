package dev.calor.chart;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes the elements of a page or a drawing, well-formed as XML and valid as HTML. Data enters through {@link #text}
 * and attribute values, and is escaped here and nowhere else.
 */
public final class Markup {
    private final StringBuilder written = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Begins an element; names and values of its attributes alternate. */
    public Markup open(String element, String... attributes) {
        start(element, attributes).append('>');
        open.push(element);
        return this;
    }

    /** An element without content. */
    public Markup empty(String element, String... attributes) {
        start(element, attributes).append("/>");
        return this;
    }

    /** An element that contains only text. */
    public Markup leaf(String element, String words, String... attributes) {
        return open(element, attributes).text(words).close();
    }

    /** Text, which is escaped. */
    public Markup text(String words) {
        written.append(escape(words));
        return this;
    }

    /** Finished markup, which is not escaped again. */
    public Markup add(Markup part) {
        written.append(part);
        return this;
    }

    /** Ends the element begun last. */
    public Markup close() {
        String element = open.pop();
        written.append("</").append(element).append('>');
        if (!element.equals("span") && !element.equals("b") && !element.equals("tspan")) {
            written.append('\n'); // for those who read the source
        }
        return this;
    }

    private StringBuilder start(String element, String... attributes) {
        written.append('<').append(element);
        for (int i = 0; i < attributes.length; i += 2) {
            written.append(' ')
                    .append(attributes[i])
                    .append("=\"")
                    .append(escape(attributes[i + 1]))
                    .append('"');
        }
        return written;
    }

    /** Escapes text; control characters, which XML cannot represent, become �. */
    static String escape(String words) {
        StringBuilder safe = new StringBuilder(words.length() + 16);
        words.codePoints().forEach(character -> {
            switch (character) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                case '\t', '\n', '\r' -> safe.appendCodePoint(character);
                default -> safe.appendCodePoint(isAllowed(character) ? character : 0xFFFD);
            }
        });
        return safe.toString();
    }

    private static boolean isAllowed(int character) {
        boolean control = character < 0x20 || (character >= 0x7F && character < 0xA0);
        boolean half = character >= 0xD800 && character < 0xE000; // of a pair, alone
        return !control && !half && (character & 0xFFFE) != 0xFFFE;
    }

    @Override
    public String toString() {
        return written.toString();
    }
}
