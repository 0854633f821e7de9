package dev.calor.chart;

import java.util.Locale;

/** Writes SVG elements, with numbers short enough to keep files small and text that cannot break out of its element. */
final class Svg {
    private final StringBuilder text = new StringBuilder();

    Svg(double width, double height, String description) {
        text.append(String.format(Locale.ROOT, """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s" width="%1$s" height="%2$s" role="img" \
                font-family="system-ui, sans-serif" font-size="11">
                <title>%s</title>
                <style>
                .ground { fill: #fff } text { fill: #333 } .axis { stroke: #999; fill: none } .muted { fill: #777 }
                .bars { fill: #8fb4d9 } .curve { stroke: #c8102e; fill: none; stroke-width: 1.5 } .mark { fill: #e8870c }
                @media (prefers-color-scheme: dark) { .ground { fill: #16191d } text { fill: #ddd } .axis { stroke: #777 }
                .muted { fill: #999 } .bars { fill: #3f6d9c } .curve { stroke: #ff6b7d } }
                </style>
                <rect class="ground" width="100%%" height="100%%"/>
                """, number(width), number(height), escape(description)));
    }

    void path(String kind, CharSequence data) {
        text.append("<path class=\"")
                .append(kind)
                .append("\" d=\"")
                .append(data)
                .append("\"/>\n");
    }

    /** Text anchored at its {@code start}, {@code middle} or {@code end}. */
    void text(double x, double y, String anchor, String kind, String words) {
        text.append(String.format(
                "<text x=\"%s\" y=\"%s\" text-anchor=\"%s\" class=\"%s\">%s</text>%n",
                number(x), number(y), anchor, kind, escape(words)));
    }

    String close() {
        return text + "</svg>\n";
    }

    /** At most two decimals: a hundredth of a pixel. */
    static String number(double value) {
        double rounded = Math.rint(value * 100) / 100;
        return rounded == Math.rint(rounded) ? Long.toString(Math.round(rounded)) : Double.toString(rounded);
    }

    private static String escape(String words) {
        return words.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
