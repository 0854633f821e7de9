package dev.calor.chart;

import java.util.Locale;

/** Writes SVG elements, with numbers short enough to keep files small. */
final class Svg {
    private static final String STYLE = """

            .ground { fill: #fff } text { fill: #333 } .axis { stroke: #999; fill: none } .muted { fill: #777 }
            .bars { fill: #8fb4d9 } .curve { stroke: #c8102e; fill: none; stroke-width: 1.5 } .mark { fill: #e8870c }
            @media (prefers-color-scheme: dark) { .ground { fill: #16191d } text { fill: #ddd } .axis { stroke: #777 }
            .muted { fill: #999 } .bars { fill: #3f6d9c } .curve { stroke: #ff6b7d } }
            """;

    private final Markup markup = new Markup();

    /** A figure in a file of its own. */
    Svg(double width, double height, String description) {
        markup.open(
                        "svg",
                        "xmlns",
                        "http://www.w3.org/2000/svg",
                        "viewBox",
                        "0 0 " + number(width) + " " + number(height),
                        "width",
                        number(width),
                        "height",
                        number(height),
                        "role",
                        "img",
                        "font-family",
                        "system-ui, sans-serif",
                        "font-size",
                        "11")
                .leaf("title", description)
                .leaf("style", STYLE)
                .empty("rect", "class", "ground", "width", "100%", "height", "100%");
    }

    private Svg(String viewBox, String style, String description) {
        markup.open("svg", "viewBox", viewBox, "style", style, "role", "img").leaf("title", description);
    }

    /**
     * A drawing within a page, styled by the style sheet of the page; the property {@code --width} is its preferred
     * width.
     */
    static Svg within(double width, double height, String description) {
        return new Svg("0 0 " + number(width) + " " + number(height), "--width:" + number(width) + "px", description);
    }

    void path(String kind, CharSequence data) {
        markup.empty("path", "class", kind, "d", data.toString());
    }

    void rectangle(String kind, double x, double y, double width, double height) {
        markup.empty(
                "rect",
                "class",
                kind,
                "x",
                number(x),
                "y",
                number(y),
                "width",
                number(width),
                "height",
                number(height));
    }

    /** Text anchored at its {@code start}, {@code middle} or {@code end}. */
    void text(double x, double y, String anchor, String kind, String words) {
        markup.leaf("text", words, "x", number(x), "y", number(y), "text-anchor", anchor, "class", kind);
    }

    /** Text that is cut after this many characters; a tooltip then shows all of it. */
    void text(double x, double y, String anchor, String kind, String words, int most) {
        if (words.codePointCount(0, words.length()) <= most) {
            text(x, y, anchor, kind, words);
            return;
        }
        markup.open("text", "x", number(x), "y", number(y), "text-anchor", anchor, "class", kind)
                .leaf("title", words)
                .text(cut(words, most))
                .close();
    }

    /** Text that runs upwards from a point, cut after this many characters. */
    void upright(double x, double y, String words, int most) {
        markup.leaf("text", cut(words, most), "transform", turned(x, y));
    }

    /** Text that runs upwards, its middle at a point. */
    void upright(double x, double y, String words) {
        markup.leaf("text", words, "transform", turned(x, y), "text-anchor", "middle");
    }

    private static String turned(double x, double y) {
        return "translate(" + number(x) + " " + number(y) + ")rotate(-90)";
    }

    private static String cut(String words, int most) {
        return words.codePointCount(0, words.length()) <= most
                ? words
                : words.substring(0, words.offsetByCodePoints(0, most - 1)) + "…";
    }

    Markup done() {
        return markup.close();
    }

    String close() {
        return done().toString();
    }

    /** At most two decimals: a hundredth of a pixel. */
    static String number(double value) {
        double rounded = Math.rint(value * 100) / 100;
        return rounded == Math.rint(rounded) ? Long.toString(Math.round(rounded)) : Double.toString(rounded);
    }

    /** A share as a percentage. */
    static String percent(double share) {
        double value = 100 * share;
        return value == 0 || value >= 9.95
                ? Math.round(value) + " %"
                : value < 0.05 ? "< 0.1 %" : String.format(Locale.ROOT, "%.1f %%", value);
    }
}
