package dev.calor.lab.cell;

import java.util.List;
import java.util.Locale;

/** Tables in Markdown, their columns lined up so that a terminal shows them too. */
public final class Markdown {
    private Markdown() {}

    /** A table under its titles; the first column is to the left, figures are to the right. */
    public static String table(List<String> titles, List<List<String>> rows) {
        int[] widths = new int[titles.size()];
        for (int k = 0; k < widths.length; k++) {
            widths[k] = Math.max(3, titles.get(k).length());
            for (List<String> row : rows) {
                widths[k] = Math.max(widths[k], row.get(k).length());
            }
        }
        StringBuilder text = new StringBuilder();
        line(text, titles, widths);
        for (int k = 0; k < widths.length; k++) {
            text.append("|-").append("-".repeat(widths[k])).append(k == 0 ? "-" : ":");
        }
        text.append("|\n");
        rows.forEach(row -> line(text, row, widths));
        return text.toString();
    }

    private static void line(StringBuilder text, List<String> cells, int[] widths) {
        for (int k = 0; k < widths.length; k++) {
            String space = " ".repeat(widths[k] - cells.get(k).length());
            text.append("| ")
                    .append(k == 0 ? cells.get(k) + space : space + cells.get(k))
                    .append(' ');
        }
        text.append("|\n");
    }

    /** As papers write numbers below one, .927; – where there is none. */
    public static String figure(double value, int decimals) {
        return Double.isNaN(value)
                ? "–"
                : String.format(Locale.ROOT, "%." + decimals + "f", value).replaceFirst("^(-?)0\\.", "$1.");
    }

    /** The same with how much it varies. */
    public static String figure(double value, double deviation, int decimals) {
        return Double.isNaN(value) || Double.isNaN(deviation)
                ? figure(value, decimals)
                : figure(value, decimals) + " ± " + figure(deviation, decimals);
    }
}
