package dev.calor.report;

import dev.calor.metric.Calibration;
import dev.calor.metric.Privacy;
import dev.calor.metric.Quality;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One number of the summary.
 *
 * @param name what is measured
 * @param section where on the page there is more
 * @param value the number, or what would give it
 * @param meaning one sentence on what it is, one on what is good
 */
record Headline(String name, String section, String value, Grade grade, String meaning) {
    private static final String NEEDS_BOTH = "Give --test and --target to see this.";

    /** All of a report. */
    static List<Headline> of(Findings findings) {
        List<Headline> all = new ArrayList<>();
        Quality fresh = findings.fresh();
        all.add(quality(findings.quality(), fresh));
        all.add(shapes(findings.quality(), fresh));
        all.add(trends(findings.quality(), fresh));
        Findings.Usefulness use = findings.usefulness();
        all.add(use == null ? missing("Usefulness", "utility", NEEDS_BOTH) : usefulness(use));
        if (use == null || use.isClassified()) {
            all.add(use == null ? missing("Calibration", "calibration", NEEDS_BOTH) : calibration(use));
        }
        all.add(privacy(findings.nearness().privacy()));
        all.add(detection(findings.telling()));
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

    private static Headline missing(String name, String section, String remedy) {
        return new Headline(name, section, Format.NONE, Grade.NONE, remedy);
    }

    private static String fresh(@Nullable Quality fresh, double score) {
        return fresh == null || Double.isNaN(score) ? "" : " Unseen real rows reach " + Format.percent(score) + ".";
    }

    private static Headline quality(Quality quality, @Nullable Quality fresh) {
        double score = quality.score();
        return new Headline(
                "Overall",
                "columns",
                Format.percent(score),
                Grade.atLeast(0.925, 0.825, score),
                "The mean of the scores of single columns and of pairs, SDMetrics’ quality score."
                        + fresh(fresh, fresh == null ? Double.NaN : fresh.score())
                        + " 92.5\u00A0% and more is good; below 82.5\u00A0% much is different.");
    }

    private static Headline shapes(Quality quality, @Nullable Quality fresh) {
        double score = quality.shapes().score();
        return new Headline(
                "Single columns",
                "columns",
                Format.percent(score),
                Grade.atLeast(0.95, 0.85, score),
                "How alike each column by itself is in both tables, on average."
                        + fresh(
                                fresh,
                                fresh == null ? Double.NaN : fresh.shapes().score())
                        + " 95\u00A0% and more is good; below 85\u00A0% look at the columns.");
    }

    private static Headline trends(Quality quality, @Nullable Quality fresh) {
        double score = quality.trends().score();
        return new Headline(
                "Column pairs",
                "pairs",
                Format.percent(score),
                Grade.atLeast(0.9, 0.8, score),
                "How alike two columns go together in both tables, on average."
                        + fresh(
                                fresh,
                                fresh == null ? Double.NaN : fresh.trends().score())
                        + " 90\u00A0% and more is good; below 80\u00A0% look at the pairs.");
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
                        + " on average. 5\u00A0% and less is good; above 10\u00A0% do not take them at their word.");
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

    /** By how much more synthetic rows are nearer to training rows than their number explains. */
    static double excess(Privacy privacy) {
        return privacy.share() + privacy.tied() / 2 - privacy.idealShare();
    }

    private static Headline detection(Findings.Telling telling) {
        return new Headline(
                "Detection",
                "detection",
                "AUC " + Format.decimals(telling.auc()),
                Grade.atMost(0.65, 0.8, telling.auc()),
                "How well boosted trees tell synthetic rows from real ones: 0.5 is not at all, 1 is always. Up to 0.65 is good;"
                        + " above 0.8 synthetic rows leave clear traces. It is the strictest test here.");
    }
}
