package dev.calor.report;

import dev.calor.chart.Markup;
import java.util.List;

/** The parts that sections consist of. */
final class Blocks {
    private Blocks() {}

    /** A section with its heading; the caller closes it. */
    static void section(Markup out, String id, String heading) {
        out.open("section", "id", id, "aria-labelledby", id + "-heading").leaf("h2", heading, "id", id + "-heading");
    }

    static void paragraph(Markup out, String words) {
        out.leaf("p", words);
    }

    /** Smaller print. */
    static void note(Markup out, String words) {
        out.leaf("p", words, "class", "note");
    }

    /** The legend of filled and outlined marks. */
    static void legend(Markup out) {
        out.open("p", "class", "legend");
        key(out, "real", "real, filled");
        key(out, "synthetic", "synthetic, outlined");
        out.close();
    }

    /** The legend of one kind of mark. */
    static void key(Markup out, String kind, String words) {
        out.open("span", "class", "key").leaf("span", "", "class", "swatch " + kind, "aria-hidden", "true");
        out.text(words).close();
    }

    /** A drawing with its heading, and a note under it; an empty note is left out. */
    static void figure(Markup out, String heading, Markup drawing, String note) {
        out.open("figure");
        out.leaf("figcaption", heading);
        out.add(drawing);
        if (!note.isEmpty()) {
            note(out, note);
        }
        out.close();
    }

    /** Opens an element that may be wider than a phone and can be scrolled, also by keyboard; the caller closes it. */
    static void scroll(Markup out, String label) {
        out.open("div", "class", "scroll", "role", "region", "tabindex", "0", "aria-label", label);
    }

    /**
     * A table; the first cell of a row is its heading.
     *
     * @param words the number of columns, from the left, that hold words; the others hold numbers
     */
    static void table(Markup out, String caption, int words, List<String> heads, List<List<String>> rows) {
        scroll(out, caption);
        out.open("table").leaf("caption", caption).open("thead").open("tr");
        for (int k = 0; k < heads.size(); k++) {
            if (k < words) {
                out.leaf("th", heads.get(k), "scope", "col");
            } else {
                out.leaf("th", heads.get(k), "scope", "col", "class", "number");
            }
        }
        out.close().close().open("tbody");
        for (List<String> row : rows) {
            out.open("tr").leaf("th", row.get(0), "scope", "row");
            for (int k = 1; k < row.size(); k++) {
                if (k < words) {
                    out.leaf("td", row.get(k));
                } else {
                    out.leaf("td", row.get(k), "class", "number");
                }
            }
            out.close();
        }
        out.close().close().close();
    }

    /** Opens an element that the reader can expand; the caller closes it. */
    static void details(Markup out, String summary) {
        out.open("details").leaf("summary", summary);
    }
}
