package dev.calor.report;

import dev.calor.metric.AlphaBeta;
import dev.calor.metric.BesideUnseen;
import dev.calor.metric.Calibration;
import dev.calor.metric.Detection;
import dev.calor.metric.KMarginal;
import dev.calor.metric.Privacy;
import dev.calor.metric.Quality;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * One number of the summary.
 *
 * @param name what is measured
 * @param section the section of the page with details
 * @param value the number, or how to obtain it
 * @param meaning one sentence on what it is, one on what is good
 */
record Headline(String name, String section, String value, Grade grade, String meaning) {
    /** Why something was not measured. */
    static final String LEFT_OUT = "left out by --fast; run the report without it to see this.";

    private static final String NEEDS_BOTH = "Give --test and --target to see this.";
    /** The beta-recall that unseen real rows have, approximately, for use where none are given. */
    private static final double USUAL_RECALL = 0.5;

    /** All headlines of a report, the most important first. */
    static List<Headline> of(Findings findings) {
        List<Headline> all = new ArrayList<>();
        all.add(detection(findings.telling().boosted()));
        all.add(shapes(findings.quality()));
        all.add(trends(findings.quality()));
        BesideUnseen<AlphaBeta> coverage = findings.coverage();
        all.add(coverage == null ? leftOut("Coverage", "fidelity") : coverage(coverage));
        Findings.Marginals marginals = findings.marginals();
        all.add(marginals == null ? leftOut("Combinations", "fidelity") : marginals(marginals));
        use(all, findings);
        Findings.Nearness nearness = findings.nearness();
        all.add(nearness == null ? leftOut("Privacy", "privacy") : privacy(nearness.privacy()));
        double validity = findings.validity().score();
        all.add(new Headline(
                "Validity",
                "validity",
                Format.percent(validity),
                Grade.atLeast(0.99, 0.95, validity),
                "The share of synthetic values that the real column could hold: within its range, or one of its levels."
                        + " 99\u00A0% and more is good."));
        return all;
    }

    private static void use(List<Headline> all, Findings findings) {
        Findings.Usefulness use = findings.usefulness();
        if (use != null) {
            all.add(usefulness(use));
            if (use.isClassified()) {
                all.add(calibration(use));
            }
        } else if (findings.isFast()) {
            all.add(leftOut("Usefulness", "utility"));
            all.add(leftOut("Calibration", "calibration"));
        } else {
            all.add(missing("Usefulness", "utility", NEEDS_BOTH));
            all.add(missing("Calibration", "calibration", NEEDS_BOTH));
        }
    }

    private static Headline missing(String name, String section, String remedy) {
        return new Headline(name, section, Format.NONE, Grade.NONE, remedy);
    }

    private static Headline leftOut(String name, String section) {
        return missing(name, section, LEFT_OUT.substring(0, 1).toUpperCase(Locale.ROOT) + LEFT_OUT.substring(1));
    }

    /** A sentence with the score of unseen real rows, for equally many rows; empty if there are none. */
    private static String unseen(BesideUnseen<Double> figure, DoubleFunction<String> format) {
        Double sameSize = figure.sameSize();
        Double unseen = figure.unseen();
        if (sameSize == null || unseen == null) {
            return "";
        }
        return sameSize.equals(figure.synthetic())
                ? " Unseen real rows reach " + format.apply(unseen) + "."
                : " Of " + Format.count(figure.rows()) + " rows, synthetic ones reach " + format.apply(sameSize)
                        + " and unseen real ones " + format.apply(unseen) + ".";
    }

    private static Headline detection(BesideUnseen<Detection> boosted) {
        double score = boosted.synthetic().score();
        return new Headline(
                "Detection",
                "detection",
                Format.decimals(score),
                Grade.atLeast(0.7, 0.4, score),
                "Whether XGBoost can tell synthetic rows from real ones: 1 is not at all, 0 is always. It is the strictest test here."
                        + unseen(boosted.map(Detection::score), Format::decimals)
                        + " 0.7 and more is good; below 0.4 synthetic rows leave clear traces.");
    }

    private static Headline shapes(BesideUnseen<Quality> quality) {
        BesideUnseen<Double> shapes = quality.map(each -> each.shapes().score());
        return new Headline(
                "Single columns",
                "columns",
                Format.percent(shapes.synthetic()),
                Grade.atLeast(0.95, 0.85, shapes.synthetic()),
                "How alike each column by itself is in both tables, on average."
                        + unseen(shapes, Format::percent)
                        + " 95\u00A0% and more is good; below 85\u00A0% look at the columns.");
    }

    private static Headline trends(BesideUnseen<Quality> quality) {
        BesideUnseen<Double> trends = quality.map(each -> each.trends().score());
        return new Headline(
                "Column pairs",
                "pairs",
                Format.percent(trends.synthetic()),
                Double.isNaN(trends.synthetic()) ? Grade.NONE : Grade.SHOWN,
                "How alike two columns go together in both tables, on average (SDMetrics’ pair trends)."
                        + unseen(trends, Format::percent)
                        + " Not graded: it stays high even where columns no longer depend on each other.");
    }

    /**
     * The worse of precision and of recall relative to that of unseen rows, which is about a half. Copies are found
     * only if all rows are used: samples of both tables seldom contain the same row.
     */
    private static Headline coverage(BesideUnseen<AlphaBeta> coverage) {
        AlphaBeta synthetic = coverage.synthetic();
        AlphaBeta unseen = coverage.unseen();
        AlphaBeta sameSize = coverage.sameSize();
        double recall = unseen == null || sameSize == null
                ? synthetic.recall() / USUAL_RECALL
                : sameSize.recall() / unseen.recall();
        return new Headline(
                "Coverage",
                "fidelity",
                Format.percent(synthetic.precision()) + " | " + Format.percent(synthetic.recall()),
                Grade.worse(
                        Grade.atLeast(0.95, 0.85, synthetic.precision()),
                        Grade.worse(Grade.atLeast(0.8, 0.6, recall), Grade.atMost(0.65, 0.8, synthetic.recall()))),
                "Alpha-precision, whether synthetic rows lie where real ones do, and beta-recall, how much of the real table they"
                        + " reach."
                        + (unseen == null
                                ? ""
                                : " Unseen real rows reach " + Format.percent(unseen.precision()) + " and "
                                        + Format.percent(unseen.recall()) + ".")
                        + " A precision of 95\u00A0% and more is good, and a recall near that of unseen real rows, about 50\u00A0%:"
                        + " much more is a sign of copying.");
    }

    /** Relative to unseen rows; without them relative to 40 % of the real ones. */
    private static Headline marginals(Findings.Marginals marginals) {
        BesideUnseen<Double> score = marginals.score().map(KMarginal::score);
        Double sameSize = score.sameSize();
        Double unseen = score.unseen();
        double ratio = sameSize == null || unseen == null
                ? score.synthetic() / marginals.sample().score()
                : sameSize / unseen;
        return new Headline(
                "Combinations",
                "fidelity",
                FidelitySection.thousand(score.synthetic()),
                Grade.atLeast(0.97, 0.93, ratio),
                "How alike all combinations of two, and of some three, columns are: NIST’s k-marginal score, 1,000 where they are"
                        + " equal. 40\u00A0% of the real rows reach "
                        + FidelitySection.thousand(marginals.sample().score()) + "."
                        + unseen(score, FidelitySection::thousand)
                        + (unseen == null
                                ? " 97\u00A0% of the former and more is good."
                                : " 97\u00A0% of what unseen rows reach, and more, is good."));
    }

    private static Headline usefulness(Findings.Usefulness use) {
        double kept = use.kept();
        if (!use.isClassified()) {
            return new Headline(
                    "Usefulness",
                    "utility",
                    Format.percent(kept),
                    Grade.atLeast(0.95, 0.8, kept),
                    "The error of predicting ‘" + use.target() + "’ after learning from real rows, "
                            + Format.value(use.real().score()) + ", over that after learning from synthetic ones, "
                            + Format.value(use.synthetic().score())
                            + ". 95\u00A0% and more is good; below 80\u00A0% much is lost.");
        }
        return new Headline(
                "Usefulness",
                "utility",
                Format.percent(kept),
                Grade.atLeast(0.9, 0.75, kept),
                "How much of the skill in predicting ‘" + use.target()
                        + "’ is kept by learning from synthetic rows: AUC "
                        + Format.decimals(use.synthetic().score())
                        + ", from real ones " + Format.decimals(use.real().score())
                        + ", by guessing 0.5. 90\u00A0% and more is good; below 75\u00A0% much is lost.");
    }

    private static Headline calibration(Findings.Usefulness use) {
        Calibration found = Findings.Usefulness.forecast(use.synthetic()).calibration();
        return new Headline(
                "Calibration",
                "calibration",
                "± " + Format.percent(found.error()),
                Grade.atMost(0.05, 0.1, found.error()),
                "How far the probabilities of a classifier that learned from synthetic rows are from how often it is right,"
                        + " on average. 5\u00A0% and less is good; above 10\u00A0% do not rely on them.");
    }

    private static Headline privacy(@Nullable Privacy privacy) {
        if (privacy == null) {
            return missing("Privacy", "privacy", "Give --test, real rows the model has not seen, to see this.");
        }
        double excess = excess(privacy);
        double ideal = privacy.idealShare();
        double error = Math.sqrt(ideal * (1 - ideal) / privacy.toTraining().length);
        return new Headline(
                "Privacy",
                "privacy",
                String.format(Locale.ROOT, "%+.1f\u00A0±\u00A0%.1f points", 100 * excess, 100 * error)
                        .replace('-', '−'),
                Grade.atMost(0.03, 0.06, excess - 2 * error),
                "How many more synthetic rows of a hundred than expected are nearer to a row the model learned from than"
                        + " to a real row it has not seen. Two standard errors taken off, up to 3 is good, above 6 a sign of"
                        + " copying; it is a test, not a guarantee.");
    }

    /** By how much the fraction of synthetic rows closer to training rows exceeds the expected one. */
    static double excess(Privacy privacy) {
        return privacy.share() + privacy.tied() / 2 - privacy.idealShare();
    }
}
