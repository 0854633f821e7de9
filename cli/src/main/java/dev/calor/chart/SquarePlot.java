package dev.calor.chart;

import java.util.List;
import java.util.Locale;

/** Curves and dots in a square whose two axes have the same range, as a drawing for a page. */
public final class SquarePlot {
    private static final double SIDE = 240;
    private static final double LEFT = 46;
    private static final double TOP = 8;
    private static final double DOT = 2.5;
    private static final int TICKS = 4;

    private final Svg svg;
    private final double low;
    private final double high;

    /**
     * An empty square with its diagonal.
     *
     * @param low where both axes begin
     * @param high where they end
     */
    public SquarePlot(String description, String across, String up, double low, double high) {
        this.low = low;
        this.high = high;
        svg = Svg.within(LEFT + SIDE + 14, TOP + SIDE + 40, description);
        StringBuilder grid = new StringBuilder();
        for (int i = 0; i <= TICKS; i++) {
            double value = low + (high - low) * i / TICKS;
            String label = tick(value);
            grid.append('M').append(at(value, low)).append('V').append(Svg.number(TOP));
            grid.append('M').append(at(low, value)).append('H').append(Svg.number(LEFT + SIDE));
            svg.text(x(value), TOP + SIDE + 15, "middle", "muted", label);
            svg.text(LEFT - 6, y(value) + 4, "end", "muted", label);
        }
        svg.path("grid", grid);
        svg.path("diagonal", "M" + at(low, low) + "L" + at(high, high));
        svg.text(LEFT + SIDE / 2, TOP + SIDE + 33, "middle", "", across);
        svg.upright(11, TOP + SIDE / 2, up);
    }

    /** A line through points (x, y); {@code kind} is a class of the style sheet. */
    public SquarePlot line(String kind, List<double[]> points) {
        StringBuilder path = new StringBuilder();
        for (double[] point : points) {
            path.append(path.isEmpty() ? 'M' : 'L').append(at(point[0], point[1]));
        }
        svg.path("line " + kind, path);
        return this;
    }

    /** One dot per point. */
    public SquarePlot dots(String kind, List<double[]> points) {
        StringBuilder path = new StringBuilder();
        for (double[] point : points) {
            path.append('M')
                    .append(Svg.number(x(point[0]) - DOT))
                    .append(' ')
                    .append(Svg.number(y(point[1])))
                    .append("a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0z");
        }
        svg.path("dots " + kind, path);
        return this;
    }

    /** Bars at the bottom, each given as (from, to, share); a share of one is as high as a quarter of the square. */
    public SquarePlot floor(List<double[]> bars) {
        StringBuilder path = new StringBuilder();
        for (double[] bar : bars) {
            double height = SIDE / 4 * bar[2];
            path.append('M')
                    .append(at(bar[0], low))
                    .append('v')
                    .append(Svg.number(-height))
                    .append('H')
                    .append(Svg.number(x(bar[1])))
                    .append('v')
                    .append(Svg.number(height))
                    .append('z');
        }
        svg.path("floor", path);
        return this;
    }

    /** The finished drawing. */
    public Markup done() {
        return svg.done();
    }

    private double x(double value) {
        return LEFT + SIDE * Math.max(0, Math.min(1, (value - low) / (high - low)));
    }

    private double y(double value) {
        return TOP + SIDE * (1 - Math.max(0, Math.min(1, (value - low) / (high - low))));
    }

    private String at(double across, double up) {
        return Svg.number(x(across)) + " " + Svg.number(y(up));
    }

    /** At most three significant digits. */
    private String tick(double value) {
        double step = (high - low) / TICKS;
        int decimals = (int) Math.max(0, Math.ceil(-Math.log10(step)) + (step < 1 ? 1 : 0));
        return Math.abs(value) >= 1e5
                ? String.format(Locale.ROOT, "%.1e", value)
                : String.format(Locale.ROOT, "%." + Math.min(6, decimals) + "f", value);
    }
}
