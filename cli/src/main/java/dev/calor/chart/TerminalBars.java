package dev.calor.chart;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A distribution on {0, …, S−1} as lines of text: one bar per state, or per range of states where there are many. */
public final class TerminalBars {
    private static final int MOST_LINES = 40;
    private static final int BAR_WIDTH = 50;
    private static final String EIGHTHS = " ▏▎▍▌▋▊▉█";
    /** States less probable than this, relative to the most probable one, are left out of a long plot. */
    private static final double FAINT = 1e-3;

    private TerminalBars() {}

    /** The plot, with {@code start} marked. */
    public static List<String> lines(double[] probabilities, int start) {
        int first = 0;
        int last = probabilities.length - 1;
        if (probabilities.length > MOST_LINES) {
            double faint = FAINT * Arrays.stream(probabilities).max().orElse(0);
            while (probabilities[first] < faint) {
                first++;
            }
            while (probabilities[last] < faint) {
                last--;
            }
        }
        int shown = last - first + 1;
        List<String> lines = bars(probabilities, first, shown, start);
        if (shown < probabilities.length) {
            double rest = Arrays.stream(probabilities, 0, first).sum()
                    + Arrays.stream(probabilities, last + 1, probabilities.length)
                            .sum();
            lines.add(
                    String.format(Locale.ROOT, "and %,d more states, %.1e in all", probabilities.length - shown, rest));
        }
        return lines;
    }

    /** Bars of so many states from the first on, one per state or per range of states. */
    private static List<String> bars(double[] probabilities, int first, int shown, int start) {
        int bars = Math.min(shown, MOST_LINES);
        int[] edges = new int[bars + 1];
        Arrays.setAll(edges, i -> first + (int) ((long) i * shown / bars));
        double[] mass = new double[bars];
        Arrays.setAll(
                mass, i -> Arrays.stream(probabilities, edges[i], edges[i + 1]).sum());
        double highest = Arrays.stream(mass).max().orElse(1);
        int digits = label(edges[bars - 1], edges[bars]).length();
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < bars; i++) {
            String pointer = edges[i] <= start && start < edges[i + 1] ? "  ← start" : "";
            lines.add(String.format(
                    Locale.ROOT,
                    "%" + digits + "s %s %.4f%s",
                    label(edges[i], edges[i + 1]),
                    bar(mass[i] / highest),
                    mass[i],
                    pointer));
        }
        return lines;
    }

    private static String label(int from, int to) {
        return to - from == 1 ? Integer.toString(from) : from + "–" + (to - 1);
    }

    private static String bar(double share) {
        int eighths = (int) Math.round(8 * BAR_WIDTH * share);
        String full = "█".repeat(eighths / 8);
        String part = eighths % 8 == 0 ? "" : EIGHTHS.substring(eighths % 8, eighths % 8 + 1);
        return full + part + " ".repeat(BAR_WIDTH - full.length() - part.length());
    }
}
