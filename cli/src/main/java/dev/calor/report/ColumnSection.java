package dev.calor.report;

import dev.calor.chart.Markup;
import dev.calor.chart.Overlay;
import dev.calor.metric.Distribution;
import dev.calor.metric.Score;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every column by itself. */
final class ColumnSection {
    /** More pictures than these nobody looks at, and a page has to stay small. */
    static final int MOST_PICTURES = 60;

    private static final int MOST_LEVELS = 8;
    private static final int MOST_ORDERED = 12;

    private final Markup out;
    private final Findings findings;
    private final Map<String, Score> scores;

    private ColumnSection(Markup out, Findings findings) {
        this.out = out;
        this.findings = findings;
        this.scores = byColumn(findings.quality().synthetic().shapes().columns());
    }

    static void write(Markup out, Findings findings) {
        new ColumnSection(out, findings).write();
    }

    private static Map<String, Score> byColumn(List<Score> scores) {
        return scores.stream().collect(Collectors.toMap(score -> score.columns().get(0), score -> score));
    }

    private void write() {
        Blocks.section(out, "columns", "Single columns");
        Blocks.paragraph(
                out,
                "Each column by itself, the least alike first. The score of numbers is 1 − the widest gap between the two"
                        + " cumulative distributions (KSComplement), of levels 1 − half the sum of the differences of shares"
                        + " (TVComplement).");
        List<Distribution> worstFirst = findings.distributions().stream()
                .sorted(Comparator.comparingDouble(this::rank))
                .toList();
        if (worstFirst.size() > MOST_PICTURES) {
            Blocks.note(
                    out,
                    "Drawn are the " + MOST_PICTURES + " least alike of " + worstFirst.size()
                            + " columns; the numbers of all are below.");
        }
        Blocks.legend(out);
        out.open("div", "class", "pictures");
        worstFirst.stream().limit(MOST_PICTURES).forEach(this::picture);
        out.close();
        Blocks.details(out, "All columns in numbers");
        Blocks.table(
                out,
                "Columns in the order of the real table; real | synthetic",
                2,
                List.of("Column", "Type", "Score", "Validity", "Missing", "5 %", "Median", "95 %"),
                rows());
        out.close();
        out.close();
    }

    private double score(ColumnSchema column) {
        Score score = scores.get(column.name());
        return score == null ? Double.NaN : score.value();
    }

    /** Columns without a score come last. */
    private double rank(Distribution distribution) {
        double score = score(distribution.schema());
        return Double.isNaN(score) ? 2 : score;
    }

    private void picture(Distribution distribution) {
        ColumnSchema column = distribution.schema();
        String description = column.name() + ", real and synthetic";
        Markup drawing = distribution instanceof Distribution.Histogram histogram
                ? Overlay.histogram(
                        description,
                        histogram.real().shares(),
                        histogram.synthetic().shares(),
                        ticks(histogram))
                : Overlay.bars(description, bars((Distribution.Bars) distribution));
        out.open("figure").open("figcaption");
        out.leaf("b", column.name()).leaf("span", Format.percent(score(column)), "class", "score");
        out.close().add(drawing);
        Blocks.note(out, remark(distribution));
        out.close();
    }

    private static List<String> ticks(Distribution.Histogram histogram) {
        boolean whole = histogram.schema().type() == ColumnType.INTEGER;
        double left = histogram.left() + (whole ? 0.5 : 0);
        double right = histogram.right() - (whole ? 0.5 : 0);
        double middle = (left + right) / 2;
        return IntStream.range(0, 3)
                .mapToObj(i -> i == 0 ? left : i == 1 ? whole ? Math.rint(middle) : middle : right)
                .map(value -> Format.value(histogram.schema(), value, right - left))
                .toList();
    }

    /** In their order where they have one and are few; otherwise the most frequent ones, and the others together. */
    private static List<Overlay.Bar> bars(Distribution.Bars bars) {
        int levels = bars.levels().size();
        ColumnType type = bars.schema().type();
        boolean ordered = type == ColumnType.ORDINAL || type == ColumnType.CYCLIC || type == ColumnType.BOOLEAN;
        if (ordered && levels <= MOST_ORDERED) {
            return IntStream.range(0, levels)
                    .mapToObj(level -> bar(bars, level))
                    .toList();
        }
        List<Overlay.Bar> all = IntStream.range(0, levels)
                .mapToObj(level -> bar(bars, level))
                .sorted(Comparator.comparingDouble(bar -> -Math.max(bar.real(), bar.synthetic())))
                .toList();
        Comparator<Overlay.Bar> byShare = Comparator.comparingDouble(bar -> -bar.real());
        if (levels <= MOST_LEVELS + 1) {
            return all.stream().sorted(byShare).toList();
        }
        List<Overlay.Bar> rest = all.subList(MOST_LEVELS, levels);
        Overlay.Bar others = new Overlay.Bar(
                (levels - MOST_LEVELS) + " others",
                rest.stream().mapToDouble(Overlay.Bar::real).sum(),
                rest.stream().mapToDouble(Overlay.Bar::synthetic).sum());
        return Stream.concat(all.stream().limit(MOST_LEVELS).sorted(byShare), Stream.of(others))
                .toList();
    }

    private static Overlay.Bar bar(Distribution.Bars bars, int level) {
        return new Overlay.Bar(
                bars.levels().get(level),
                bars.real().shares()[level],
                bars.synthetic().shares()[level]);
    }

    /** The type, and what the picture does not show. */
    private String remark(Distribution distribution) {
        StringBuilder remark = new StringBuilder(distribution.schema().type().toString());
        Distribution.Side real = distribution.real();
        Distribution.Side synthetic = distribution.synthetic();
        if (real.missing() > 0 || synthetic.missing() > 0) {
            remark.append("; missing ").append(both(real.missing(), synthetic.missing()));
        }
        if (real.beyond() > 0 || synthetic.beyond() > 0) {
            remark.append("; outside the picture ").append(both(real.beyond(), synthetic.beyond()));
        }
        Score score = scores.get(distribution.schema().name());
        if (score != null && score.reason() != null) {
            remark.append("; no score: ").append(score.reason());
        }
        return remark.toString();
    }

    private static String both(double real, double synthetic) {
        return Format.percent(real) + " | " + Format.percent(synthetic);
    }

    private List<List<String>> rows() {
        Map<String, Score> validity = byColumn(findings.validity().columns());
        Map<String, Distribution> distributions = findings.distributions().stream()
                .collect(Collectors.toMap(one -> one.schema().name(), one -> one));
        return findings.of().real().schema().columns().stream()
                .map(column -> {
                    @Nullable Distribution distribution = distributions.get(column.name());
                    Score valid = validity.get(column.name());
                    List<String> row = new ArrayList<>(List.of(
                            column.name(),
                            column.type().toString(),
                            Format.percent(score(column)),
                            Format.percent(valid == null ? Double.NaN : valid.value()),
                            distribution == null
                                    ? Format.NONE
                                    : both(
                                            distribution.real().missing(),
                                            distribution.synthetic().missing())));
                    for (int q = 0; q < 3; q++) {
                        row.add(
                                distribution instanceof Distribution.Histogram histogram
                                        ? quantile(histogram, q)
                                        : Format.NONE);
                    }
                    return List.copyOf(row);
                })
                .toList();
    }

    private static String quantile(Distribution.Histogram of, int q) {
        double span = of.right() - of.left();
        return Format.value(of.schema(), of.real().quantiles()[q], span)
                + " | "
                + Format.value(of.schema(), of.synthetic().quantiles()[q], span);
    }
}
