package dev.calor.chart;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;

/** Two distributions in one small drawing: the real one filled, the synthetic one outlined, so that colours are not needed. */
public final class Overlay {
    private static final double WIDTH = 320;
    private static final double EDGE = 4;
    private static final double HISTOGRAM = 96;
    private static final double ROW = 20;
    private static final double BAR = 12;
    private static final double LABELS = 104;
    private static final double SHARES = 92;
    private static final int LABEL_CHARACTERS = 17;

    private Overlay() {}

    /** A level and its share in each table. */
    public record Bar(String label, double real, double synthetic) {}

    /** Histograms over the same bins; {@code ticks} are written under them, evenly spaced from end to end. */
    public static Markup histogram(String description, double[] real, double[] synthetic, List<String> ticks) {
        Svg svg = Svg.within(WIDTH, HISTOGRAM + 22, description);
        double top = DoubleStream.concat(Arrays.stream(real), Arrays.stream(synthetic))
                .filter(height -> height > 0)
                .max()
                .orElse(1);
        Steps steps = new Steps(EDGE, HISTOGRAM, WIDTH - 2 * EDGE, HISTOGRAM - 2 * EDGE, top);
        svg.path("real", steps.path(real).append('z'));
        svg.path("synthetic", steps.path(synthetic));
        svg.path("axis", "M" + EDGE + " " + HISTOGRAM + "H" + (WIDTH - EDGE));
        int last = ticks.size() - 1;
        for (int i = 0; i <= last; i++) {
            double x = EDGE + (WIDTH - 2 * EDGE) * i / Math.max(1, last);
            svg.text(x, HISTOGRAM + 16, i == 0 ? "start" : i == last ? "end" : "middle", "muted", ticks.get(i));
        }
        return svg.done();
    }

    /** One row per level, with both shares in numbers. */
    public static Markup bars(String description, List<Bar> bars) {
        Svg svg = Svg.within(WIDTH, ROW * bars.size() + EDGE, description);
        double top = bars.stream()
                .mapToDouble(bar -> Math.max(bar.real, bar.synthetic))
                .filter(share -> share > 0)
                .max()
                .orElse(1);
        double width = WIDTH - LABELS - SHARES;
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double y = ROW * i + EDGE;
            svg.text(LABELS - 6, y + BAR - 2, "end", "", bar.label, LABEL_CHARACTERS);
            svg.rectangle("real", LABELS, y, width * bar.real / top, BAR);
            svg.rectangle("synthetic", LABELS, y, width * bar.synthetic / top, BAR);
            svg.text(WIDTH - 46, y + BAR - 2, "end", "muted", Svg.percent(bar.real));
            svg.text(WIDTH - 2, y + BAR - 2, "end", "muted", Svg.percent(bar.synthetic));
        }
        return svg.done();
    }
}
