package dev.calor.report;

import dev.calor.chart.Markup;
import dev.calor.chart.Matrix;
import dev.calor.metric.PairTrends.Pair;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/** The section on pairs of columns. */
final class PairSection {
    /** The largest number of columns in a matrix. */
    static final int MOST_NAMES = 40;

    private static final int WORST = 10;
    private static final int MOST_LISTED = 500;

    private final Markup out;
    private final List<Pair> pairs;
    private final List<Pair> worstFirst;
    private final List<String> names;
    private final int columns;

    private PairSection(Markup out, Findings findings) {
        this.out = out;
        pairs = findings.quality().synthetic().trends().pairs();
        worstFirst = pairs.stream()
                .filter(pair -> !Double.isNaN(pair.score().value()))
                .sorted(Comparator.comparingDouble(pair -> pair.score().value()))
                .toList();
        List<String> all = findings.distributions().stream()
                .map(distribution -> distribution.schema().name())
                .toList();
        columns = all.size();
        names = columns <= MOST_NAMES ? all : worst(all);
    }

    static void write(Markup out, Findings findings) {
        new PairSection(out, findings).write();
    }

    /** The names in the worst pairs, in the order of the table. */
    private List<String> worst(List<String> all) {
        Set<String> found = new LinkedHashSet<>();
        for (Pair pair : worstFirst) {
            pair.score().columns().stream()
                    .filter(name -> found.size() < MOST_NAMES)
                    .forEach(found::add);
        }
        return all.stream().filter(found::contains).toList();
    }

    private void write() {
        Blocks.section(out, "pairs", "Pairs of columns");
        if (pairs.isEmpty()) {
            Blocks.paragraph(out, "There are no two columns to compare.");
            out.close();
            return;
        }
        Blocks.paragraph(
                out,
                "How alike two columns go together in both tables. The score of two columns of numbers is"
                        + " 1 − half the difference of their correlations (CorrelationSimilarity), of others 1 − half the sum of"
                        + " the differences of the shares of all combinations (ContingencySimilarity).");
        if (names.size() < columns) {
            Blocks.note(
                    out, "Drawn are the " + names.size() + " columns of the least alike pairs, of " + columns + ".");
        }
        if (!worstFirst.isEmpty()) {
            scores();
        }
        strengths();
        Blocks.details(
                out, pairs.size() > MOST_LISTED ? "The " + MOST_LISTED + " least alike pairs" : "All pairs in numbers");
        Blocks.table(out, "Pairs with a score, the least alike first", 2, heads(), rows(MOST_LISTED));
        if (worstFirst.size() < pairs.size()) {
            Blocks.note(out, (pairs.size() - worstFirst.size()) + " pairs have no score. The first: " + withoutScore());
        }
        out.close();
        out.close();
    }

    private void scores() {
        Blocks.scroll(out, "Scores of pairs, a matrix");
        Blocks.figure(
                out,
                "Scores of pairs",
                new Matrix(1, 0.7).svg("Scores of pairs of columns", names, entries(pair -> pair.score()
                        .value())),
                "The stronger the colour, the less alike; blank where there is no score.");
        out.close();
        Blocks.table(out, "The ten pairs that are the least alike", 2, heads(), rows(WORST));
    }

    private void strengths() {
        out.open("div", "class", "matrices");
        matrix("Real", Pair::real);
        matrix("Synthetic", Pair::synthetic);
        out.close();
        Blocks.note(
                out,
                "How strongly columns go together: Pearson’s correlation of two columns of numbers, from −1 to 1"
                        + " (negative ones in the other colour), and Cramér’s V otherwise, from 0 to 1. Both should look the same.");
    }

    private void matrix(String heading, ToDoubleFunction<Pair> strength) {
        Blocks.scroll(out, heading + ": how strongly columns go together, a matrix");
        Blocks.figure(
                out,
                heading,
                new Matrix(0, 1).svg(heading + ": how strongly columns go together", names, entries(strength)),
                "");
        out.close();
    }

    private String withoutScore() {
        return pairs.stream()
                .filter(pair -> Double.isNaN(pair.score().value()))
                .findFirst()
                .map(pair -> String.join(" and ", pair.score().columns()) + ": "
                        + pair.score().reason())
                .orElse("");
    }

    private static List<String> heads() {
        return List.of("Column", "and column", "Score", "Real", "Synthetic");
    }

    private List<List<String>> rows(int most) {
        return worstFirst.stream()
                .limit(most)
                .map(pair -> List.of(
                        pair.score().columns().get(0),
                        pair.score().columns().get(1),
                        Format.percent(pair.score().value()),
                        Format.decimals(pair.real()),
                        Format.decimals(pair.synthetic())))
                .toList();
    }

    private double[][] entries(ToDoubleFunction<Pair> entry) {
        Map<String, Integer> places = new HashMap<>();
        names.forEach(name -> places.put(name, places.size()));
        double[][] entries = new double[names.size()][names.size()];
        Arrays.stream(entries).forEach(row -> Arrays.fill(row, Double.NaN));
        for (Pair pair : pairs) {
            Integer i = places.get(pair.score().columns().get(0));
            Integer j = places.get(pair.score().columns().get(1));
            if (i != null && j != null) {
                entries[i][j] = entry.applyAsDouble(pair);
                entries[j][i] = entries[i][j];
            }
        }
        return entries;
    }
}
