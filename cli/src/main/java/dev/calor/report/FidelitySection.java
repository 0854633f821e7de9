package dev.calor.report;

import dev.calor.chart.Markup;
import dev.calor.metric.AlphaBeta;
import dev.calor.metric.BesideUnseen;
import dev.calor.metric.Detection;
import dev.calor.metric.KMarginal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** How faithful synthetic rows are as a whole: detection first, then every figure beside that of unseen real rows. */
final class FidelitySection {
    private final Markup out;
    private final Findings findings;
    private final boolean hasUnseen;

    private FidelitySection(Markup out, Findings findings) {
        this.out = out;
        this.findings = findings;
        this.hasUnseen = findings.of().holdout() != null;
    }

    static void write(Markup out, Findings findings) {
        FidelitySection section = new FidelitySection(out, findings);
        section.detection();
        section.figures();
    }

    private void detection() {
        BesideUnseen<Detection> boosted = findings.telling().boosted();
        BesideUnseen<Detection> logistic = findings.telling().logistic();
        Blocks.section(out, "detection", "Detection");
        Blocks.paragraph(
                out,
                "Classifiers learn to tell synthetic rows from real ones, and are tested on rows they have not seen, in five folds"
                        + " (logistic regression: three). The score is 1 where synthetic rows cannot be told from real ones and 0"
                        + " where all can. XGBoost sees how columns depend on each other, so it is the headline of this report."
                        + " Logistic regression hardly does: it is shown because others report it, and is no evidence.");
        List<List<String>> rows = new ArrayList<>();
        told(rows, "XGBoost", boosted);
        told(rows, "Logistic regression", logistic);
        Blocks.table(
                out,
                "Telling synthetic from real rows",
                2,
                List.of("Classifier", "Rows judged", "Rows of each table, at most", "AUC of each fold", "Score"),
                rows);
        Blocks.note(
                out,
                "XGBoost: as many real rows as synthetic ones, 100 trees of depth 6, learning rate 0.3, numbers as they are, levels"
                        + " one-hot; score = 2·(1 − max(mean AUC, ½)). Logistic regression: SDMetrics’ LogisticDetection. AUC: 0.5 is"
                        + " no better than a coin.");
        out.close();
    }

    private static void told(List<List<String>> rows, String name, BesideUnseen<Detection> beside) {
        rows.add(told(name, "synthetic", beside.synthetic()));
        if (beside.sameSize() != null && !beside.sameSize().equals(beside.synthetic())) {
            rows.add(told(name, "synthetic", beside.sameSize()));
        }
        if (beside.unseen() != null) {
            rows.add(told(name, "unseen real", beside.unseen()));
        }
    }

    private static List<String> told(String name, String judged, Detection detection) {
        return List.of(
                name,
                judged,
                Format.count(detection.rows()),
                detection.aucs().stream().map(Format::decimals).collect(Collectors.joining("  ")),
                Format.decimals(detection.score()));
    }

    private void figures() {
        Blocks.section(out, "fidelity", "Fidelity in figures");
        Blocks.paragraph(
                out,
                "Every figure of fidelity in one place."
                        + (hasUnseen
                                ? " Unseen real rows show what perfect rows would score. A figure depends on the number of rows, so"
                                        + " compare the last two columns, which are of equally many."
                                : " Give --test, real rows the model has not seen, to see what perfect rows would score."));
        List<List<String>> rows = new ArrayList<>();
        evidence(rows);
        rows.add(row(
                "Single columns (SDMetrics’ column shapes)",
                findings.quality(),
                quality -> Format.percent(quality.shapes().score())));
        rows.add(row(
                "Column pairs (pair trends), for comparison only",
                findings.quality(),
                quality -> Format.percent(quality.trends().score())));
        rows.add(row(
                "SDMetrics’ quality score, the mean of these two, for comparison only",
                findings.quality(),
                quality -> Format.percent(quality.score())));
        rows.add(row(
                "Logistic detection, for comparison only",
                findings.telling().logistic(),
                detection -> Format.decimals(detection.score())));
        Blocks.table(out, "Figures of fidelity", 1, heads(), rows);
        meaning();
        out.close();
    }

    private List<String> heads() {
        if (!hasUnseen) {
            return List.of("Figure", "Synthetic");
        }
        String rows = Format.count(findings.quality().rows());
        return List.of(
                "Figure", "Synthetic, all rows", "Synthetic, " + rows + " rows", "Unseen real, " + rows + " rows");
    }

    private void evidence(List<List<String>> rows) {
        rows.add(row(
                "XGBoost detection", findings.telling().boosted(), detection -> Format.decimals(detection.score())));
        BesideUnseen<AlphaBeta> coverage = findings.coverage();
        if (coverage != null) {
            rows.add(row("Alpha-precision", coverage, figure -> Format.percent(figure.precision())));
            rows.add(row("Beta-recall", coverage, figure -> Format.percent(figure.recall())));
        }
        Findings.Marginals marginals = findings.marginals();
        if (marginals != null) {
            BesideUnseen<KMarginal> score = marginals.score();
            rows.add(row("k-marginal, pairs and triples", score, figure -> thousand(figure.score())));
            rows.add(row("k-marginal, pairs alone", score, figure -> thousand(figure.pairs())));
            rows.add(row("k-marginal, triples alone", score, figure -> thousand(figure.triples())));
        }
    }

    private <T> List<String> row(String name, BesideUnseen<T> beside, Function<T, String> format) {
        List<String> row = new ArrayList<>(List.of(name, format.apply(beside.synthetic())));
        T sameSize = beside.sameSize();
        T unseen = beside.unseen();
        if (sameSize != null && unseen != null) {
            row.add(format.apply(sameSize));
            row.add(format.apply(unseen));
        }
        return row;
    }

    /** 964.8, of a thousand. */
    static String thousand(double score) {
        return Double.isNaN(score) ? Format.NONE : String.format(Locale.ROOT, "%.1f", score);
    }

    private void meaning() {
        out.open("dl");
        fact(
                "XGBoost detection",
                "Whether a strong classifier can tell synthetic rows from real ones: 1 if not, 0 if always. 0.7 and more is good."
                        + " Detection falls as rows are added, because more rows show smaller differences.");
        BesideUnseen<AlphaBeta> coverage = findings.coverage();
        if (coverage != null) {
            fact(
                    "Alpha-precision",
                    "Whether synthetic rows lie around the centre of the real ones as real rows do, neither too close together nor"
                            + " too far out. 95 % and more is good.");
            fact(
                    "Beta-recall",
                    "How much of the real table has a synthetic row as near as its nearest real neighbour. About 50 % is as good as"
                            + " unseen real rows; clearly less means that parts of the table are missing, clearly more means"
                            + " copying. Both are of at most "
                            + Format.count(Measurement.MOST_COVERED) + " rows of each table.");
        }
        Findings.Marginals marginals = findings.marginals();
        if (marginals != null) {
            fact(
                    "k-marginal",
                    "NIST’s score of how alike all tables of two columns and 100 tables of three columns are, numbers in 20 bins:"
                            + " 1,000 is equal, 0 has nothing in common. 40 % of the real rows, chosen at random, score "
                            + thousand(marginals.sample().score()) + ".");
        }
        fact(
                "For comparison only",
                "Pair trends and logistic detection stay high when the dependence between columns is destroyed: Adult with every"
                        + " column shuffled by itself has pair trends of 93 % and a logistic detection of 1.00, while XGBoost"
                        + " detection is 0.02. Do not take them as evidence.");
        out.close();
    }

    private void fact(String name, String value) {
        out.leaf("dt", name).leaf("dd", value);
    }
}
