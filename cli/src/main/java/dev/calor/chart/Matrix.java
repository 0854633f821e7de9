package dev.calor.chart;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * A square matrix with names, as a drawing for a page. The strength of the colour grows with an entry's magnitude;
 * entries are also written as numbers where there is room, so that colour is not needed to read them.
 *
 * @param pale the magnitude without colour
 * @param full the magnitude with the strongest colour; larger ones look the same
 */
public record Matrix(double pale, double full) {
    /** The largest number of rows whose entries are written as numbers. */
    public static final int MOST_WRITTEN = 20;

    private static final double LABELS = 118;
    private static final int LABEL_CHARACTERS = 17;
    /** Classes {@code q0} to {@code q10} of the style sheet. */
    private static final int SHADES = 10;
    /** From this shade on, entries are written in the background colour. */
    private static final int DARK = 8;

    /** The drawing; NaN is left blank. Negative entries have the class {@code negative}. */
    public Markup svg(String description, List<String> names, double[][] entries) {
        int n = names.size();
        boolean written = n <= MOST_WRITTEN;
        double cell = written ? 32 : Math.max(10, 640.0 / n);
        double side = LABELS + n * cell;
        Svg svg = Svg.within(side + 2, side + 2, description);
        squares(entries, cell).forEach(svg::path);
        for (int i = 0; i < n; i++) {
            double middle = LABELS + (i + 0.5) * cell;
            svg.text(LABELS - 6, middle + 4, "end", "", names.get(i), LABEL_CHARACTERS);
            svg.upright(middle + 4, LABELS - 6, names.get(i), LABEL_CHARACTERS);
            for (int j = 0; written && j < n; j++) {
                if (i != j && !Double.isNaN(entries[i][j])) {
                    svg.text(
                            LABELS + (j + 0.5) * cell,
                            middle + 4,
                            "middle",
                            shade(entries[i][j]) >= DARK ? "entry dark" : "entry",
                            brief(entries[i][j]));
                }
            }
        }
        return svg.done();
    }

    /** The outlines of all squares of a shade, by its class: one path per shade, a tenth of the size of a rectangle per entry. */
    private Map<String, StringBuilder> squares(double[][] entries, double cell) {
        String side = Svg.number(cell - 1);
        String outline = "h" + side + "v" + side + "h-" + side + "z";
        Map<String, StringBuilder> shades = new TreeMap<>();
        for (int i = 0; i < entries.length; i++) {
            for (int j = 0; j < entries.length; j++) {
                if (i != j && !Double.isNaN(entries[i][j])) {
                    String kind = "q" + shade(entries[i][j]) + (entries[i][j] < 0 ? " negative" : "");
                    shades.computeIfAbsent(kind, none -> new StringBuilder())
                            .append('M')
                            .append(Svg.number(LABELS + j * cell))
                            .append(' ')
                            .append(Svg.number(LABELS + i * cell))
                            .append(outline);
                }
            }
        }
        return shades;
    }

    private int shade(double entry) {
        double strength = (Math.abs(entry) - pale) / (full - pale);
        return (int) Math.round(SHADES * Math.max(0, Math.min(1, strength)));
    }

    /** Two decimals without the zero before them: .97, −.3 as −.30, 1. */
    private static String brief(double entry) {
        String text = String.format(Locale.ROOT, "%.2f", Math.abs(entry));
        String digits = text.equals("1.00") ? "1" : text.substring(1);
        return entry < 0 && !digits.equals(".00") ? "−" + digits : digits;
    }
}
