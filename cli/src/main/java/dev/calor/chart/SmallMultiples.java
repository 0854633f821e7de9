package dev.calor.chart;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/** Panels in rows and columns under one title; every panel of a row has the same vertical scale. */
public final class SmallMultiples {
    private static final double WIDTH = 200;
    private static final double HEIGHT = 120;
    private static final double GAP_X = 34;
    private static final double GAP_Y = 48;
    private static final double TOP = 40;
    private static final int CURVE_POINTS = 200;
    /** Axes are drawn a little higher than the highest bar or curve. */
    private static final double HEADROOM = 1.08;

    private SmallMultiples() {}

    /** The figure as SVG text. Rows may differ in length. */
    public static String svg(String title, List<List<Panel>> rows) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        double width = GAP_X + columns * (WIDTH + GAP_X);
        double height = TOP + rows.size() * (HEIGHT + GAP_Y);
        Svg svg = new Svg(width, height, title);
        svg.text(GAP_X, 22, "start", "title", title);
        for (int r = 0; r < rows.size(); r++) {
            double highest = rows.get(r).stream()
                    .mapToDouble(SmallMultiples::highest)
                    .max()
                    .orElse(1);
            for (int c = 0; c < rows.get(r).size(); c++) {
                double x = GAP_X + c * (WIDTH + GAP_X);
                double y = TOP + r * (HEIGHT + GAP_Y) + 16;
                draw(svg, rows.get(r).get(c), x, y, HEADROOM * highest);
            }
        }
        return svg.close();
    }

    private static double highest(Panel panel) {
        double bars = Arrays.stream(panel.heights()).max().orElse(0);
        DoubleUnaryOperator curve = panel.curve();
        if (curve == null) {
            return bars;
        }
        for (int i = 0; i <= CURVE_POINTS; i++) {
            bars = Math.max(bars, curve.applyAsDouble(place(panel, i, CURVE_POINTS)));
        }
        return bars;
    }

    private static void draw(Svg svg, Panel panel, double x, double y, double top) {
        double base = y + HEIGHT;
        svg.text(x, y - 6, "start", "muted", panel.title());
        svg.path(
                "bars",
                new Steps(x, base, WIDTH, HEIGHT, top).path(panel.heights()).append('z'));
        if (panel.curve() != null) {
            svg.path("curve", line(panel, panel.curve(), x, base, top));
        }
        svg.path("axis", "M" + Svg.number(x) + " " + Svg.number(base) + "h" + Svg.number(WIDTH));
        svg.text(x, base + 14, "start", "muted", tick(panel.left()));
        svg.text(x + WIDTH, base + 14, "end", "muted", tick(panel.right()));
        if (panel.mark().isPresent()) {
            double at = x + WIDTH * (panel.mark().getAsDouble() - panel.left()) / (panel.right() - panel.left());
            svg.path("mark", "M" + Svg.number(at) + " " + Svg.number(base) + "l4 8h-8z");
        }
    }

    private static StringBuilder line(Panel panel, DoubleUnaryOperator curve, double x, double base, double top) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i <= CURVE_POINTS; i++) {
            double height = curve.applyAsDouble(place(panel, i, CURVE_POINTS));
            path.append(i == 0 ? 'M' : 'L')
                    .append(Svg.number(x + WIDTH * i / CURVE_POINTS))
                    .append(' ')
                    .append(Svg.number(base - HEIGHT * height / top));
        }
        return path;
    }

    private static double place(Panel panel, int i, int parts) {
        return panel.left() + (panel.right() - panel.left()) * i / parts;
    }

    private static String tick(double value) {
        return value == Math.rint(value) ? Long.toString((long) value) : String.format(Locale.ROOT, "%.2f", value);
    }
}
