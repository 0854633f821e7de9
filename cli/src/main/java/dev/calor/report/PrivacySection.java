package dev.calor.report;

import dev.calor.chart.Markup;
import dev.calor.chart.Overlay;
import dev.calor.metric.ClosestRecords;
import dev.calor.metric.Privacy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Whether synthetic rows give away the rows they were learned from. */
final class PrivacySection {
    private static final int BINS = 40;

    private final Markup out;
    private final Findings.Nearness nearness;

    private PrivacySection(Markup out, Findings.Nearness nearness) {
        this.out = out;
        this.nearness = nearness;
    }

    static void write(Markup out, Findings findings) {
        Findings.Nearness nearness = findings.nearness();
        if (nearness == null) {
            Blocks.section(out, "privacy", "Privacy");
            Blocks.paragraph(out, "Not measured: " + Headline.LEFT_OUT);
            out.close();
        } else {
            new PrivacySection(out, nearness).write(findings);
        }
    }

    private void write(Findings findings) {
        Blocks.section(out, "privacy", "Privacy");
        Blocks.paragraph(
                out,
                "A model that copies puts synthetic rows nearer to the rows it learned from than other real rows lie."
                        + " The distance of two rows is the mean over their columns: the difference of numbers, of their range,"
                        + " and 1 where levels differ. These are tests of copying, no guarantee against every attack.");
        if (nearness.asked() < findings.of().synthetic().rows()
                || nearness.searched() < findings.of().real().rows()) {
            Blocks.note(
                    out,
                    "Distances are those of " + Format.count(nearness.asked())
                            + " synthetic rows, chosen at random, to " + Format.count(nearness.searched())
                            + " real ones.");
        }
        Blocks.table(out, "Tests of copying", 1, List.of("Test", "Found", "Without copying"), rows());
        histogram();
        out.close();
    }

    private List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        Privacy privacy = nearness.privacy();
        Double unseen = nearness.newRows().unseen();
        if (privacy != null) {
            rows.add(List.of(
                    "Synthetic rows nearer to a row learned from than to an unseen one (DCR share, ties half)",
                    Format.percent(privacy.share() + privacy.tied() / 2),
                    "about " + Format.percent(privacy.idealShare())));
        }
        rows.add(List.of(
                "Synthetic rows that match no real row, numbers to 1 %",
                Format.percent(newRows()), unseen == null ? Format.NONE : "about " + Format.percent(unseen)));
        rows.add(List.of(
                "Median distance to the closest row learned from",
                Format.decimals(median(nearness.synthetic())),
                nearness.holdout() == null ? Format.NONE : "about " + Format.decimals(median(nearness.holdout()))));
        rows.add(List.of(
                "Closest over second closest distance, median",
                Format.decimals(nearness.synthetic().medianRatio()),
                nearness.holdout() == null
                        ? Format.NONE
                        : "about " + Format.decimals(nearness.holdout().medianRatio())));
        rows.add(List.of(
                "Synthetic rows at distance 0",
                Format.percent(zeros(nearness.synthetic())),
                nearness.holdout() == null ? Format.NONE : "about " + Format.percent(zeros(nearness.holdout()))));
        if (privacy != null) {
            rows.add(List.of(
                    "DCROverfittingProtection of SDMetrics",
                    Format.percent(privacy.overfittingProtection()),
                    "about " + Format.percent(Math.min(1, 2 * (1 - privacy.idealShare())))));
        }
        return rows;
    }

    /** Of as many synthetic rows as there are unseen ones to compare with; of all where there are none. */
    private double newRows() {
        Double sameSize = nearness.newRows().sameSize();
        return sameSize == null ? nearness.newRows().synthetic() : sameSize;
    }

    private void histogram() {
        ClosestRecords holdout = nearness.holdout();
        if (holdout == null) {
            Blocks.paragraph(
                    out,
                    "Give --test, real rows the model has not seen, to see how near such rows lie: without them nobody can say"
                            + " whether these distances are small.");
        }
        double[] all = Arrays.stream(nearness.synthetic().distances()).sorted().toArray();
        double right = all[(int) (0.99 * (all.length - 1))];
        if (holdout != null) {
            double[] fresh = Arrays.stream(holdout.distances()).sorted().toArray();
            right = Math.max(right, fresh[(int) (0.99 * (fresh.length - 1))]);
        }
        double unit = Math.pow(10, Math.floor(Math.log10(right > 0 ? right : 1)) - 1);
        right = right > 0 ? 2 * unit * Math.ceil(right / unit / 2) : 1;
        out.open("div", "class", "wide");
        out.open("p", "class", "legend");
        if (holdout != null) {
            Blocks.key(out, "real", "real rows the model has not seen, filled");
        }
        Blocks.key(out, "synthetic", "synthetic rows, outlined");
        out.close();
        Blocks.figure(
                out,
                "Distance to the closest row the model learned from",
                Overlay.histogram(
                        "Distances to the closest real row",
                        holdout == null ? new double[BINS] : shares(holdout, right),
                        shares(nearness.synthetic(), right),
                        List.of("0", Format.value(right / 2), Format.value(right))),
                holdout == null
                        ? ""
                        : "Synthetic rows should lie as far as unseen real ones: a heap at the left that these do not have"
                                + " is a sign of copying.");
        out.close();
    }

    private static double[] shares(ClosestRecords records, double right) {
        double[] shares = new double[BINS];
        for (double distance : records.distances()) {
            if (distance <= right) {
                shares[Math.min(BINS - 1, (int) (BINS * distance / right))] += 1.0 / records.distances().length;
            }
        }
        return shares;
    }

    static double median(ClosestRecords records) {
        double[] sorted = Arrays.stream(records.distances()).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    private static double zeros(ClosestRecords records) {
        return (double) Arrays.stream(records.distances())
                        .filter(distance -> distance == 0)
                        .count()
                / records.distances().length;
    }
}
