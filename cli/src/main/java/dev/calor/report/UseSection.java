package dev.calor.report;

import dev.calor.chart.Markup;
import dev.calor.chart.SquarePlot;
import dev.calor.metric.Calibration;
import dev.calor.metric.RocCurve;
import dev.calor.metric.Utility;
import dev.calor.report.Findings.Usefulness;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What the synthetic table is good for, and whether probabilities learned from it can be believed. */
final class UseSection {
    private static final String ABSENT =
            "Not measured: give --test (real rows the model has not seen) and --target (a column to predict) to see this.";
    private static final int CURVE_POINTS = 200;
    private static final int MOST_DOTS = 400;

    private final Markup out;
    private final Usefulness use;
    private final @Nullable Forecast model;

    private UseSection(Markup out, Usefulness use, @Nullable Forecast model) {
        this.out = out;
        this.use = use;
        this.model = model;
    }

    static void write(Markup out, Findings findings) {
        Usefulness use = findings.usefulness();
        Blocks.section(out, "utility", "Usefulness");
        if (use == null) {
            String absent = findings.isFast() ? "Not measured: " + Headline.LEFT_OUT : ABSENT;
            Blocks.paragraph(out, absent);
            out.close();
            Blocks.section(out, "calibration", "Calibration");
            Blocks.paragraph(out, absent);
            out.close();
            return;
        }
        UseSection section = new UseSection(out, use, findings.of().forecast());
        section.utility();
        out.close();
        if (use.isClassified()) {
            Blocks.section(out, "calibration", "Calibration");
            section.calibration();
            out.close();
        }
    }

    private void utility() {
        Blocks.paragraph(
                out,
                "XGBoost learns to predict ‘" + use.target() + "’ from the other columns, once from "
                        + Format.count(use.rows())
                        + " synthetic rows and once from "
                        + Format.count(use.realRows()) + " real ones; both are tested on "
                        + Format.count(use.real().truth().length)
                        + " real rows that neither has seen.");
        boolean classified = use.isClassified();
        List<List<String>> rows =
                new ArrayList<>(List.of(row("real rows", use.real()), row("synthetic rows", use.synthetic())));
        if (model != null && classified) {
            rows.add(List.of("the model itself, asked directly", Format.decimals(model.auc()), Format.NONE));
        }
        out.open("div", "class", "beside");
        Blocks.table(
                out,
                classified
                        ? "Area under the ROC curve (AUC): 0.5 is guessing, 1 is perfect"
                        : "Root mean squared error (RMSE), in units of the target: the lower, the better",
                1,
                List.of("Learned from", classified ? "AUC" : "RMSE", "Trees, depth"),
                rows);
        if (classified) {
            curves();
            out.close();
            return;
        }
        out.close().open("div", "class", "plots");
        dots("Learned from real rows", "real", use.real());
        dots("Learned from synthetic rows", "synthetic", use.synthetic());
        out.close();
    }

    private static List<String> row(String name, Utility utility) {
        String score = utility.classes().isEmpty() ? Format.value(utility.score()) : Format.decimals(utility.score());
        return List.of(
                name,
                score,
                utility.setting().trees() + ", " + utility.setting().depth());
    }

    /** Of the second of two classes; of more, of the most frequent one. */
    private void curves() {
        Forecast real = Usefulness.forecast(use.real());
        Forecast synthetic = Usefulness.forecast(use.synthetic());
        int shown = synthetic.classes().size() == 2 ? 1 : mostFrequent(synthetic);
        String name = synthetic.classes().get(shown);
        if (!synthetic.hasBoth(shown)) {
            Blocks.note(out, "The test rows are all of one class: there is no curve.");
            return;
        }
        SquarePlot plot = new SquarePlot(
                "ROC curves of " + use.target() + " = " + name,
                "others taken for it",
                "found, of all that are ‘" + shortened(name) + "’",
                0,
                1);
        plot.line("real", curve(real, real.classes().indexOf(name)));
        plot.line("synthetic", curve(synthetic, shown));
        boolean asked = false;
        if (model != null && model.hasBoth(model.classes().indexOf(name))) {
            plot.line("plain", curve(model, model.classes().indexOf(name)));
            asked = true;
        }
        Blocks.figure(
                out,
                "ROC curve of ‘" + name + "’" + (synthetic.classes().size() == 2 ? "" : " against the rest"),
                plot.done(),
                "Thick: learned from real rows. Dashed: from synthetic ones."
                        + (asked ? " Thin: the model itself." : "")
                        + " The nearer to the upper left corner, the better; dotted is guessing.");
    }

    private static String shortened(String name) {
        return name.length() > 16 ? name.substring(0, 15) + "…" : name;
    }

    private static int mostFrequent(Forecast forecast) {
        long[] counts = new long[forecast.classes().size()];
        Arrays.stream(forecast.truth()).forEach(truth -> counts[truth]++);
        return IntStream.range(0, counts.length)
                .reduce((a, b) -> counts[b] > counts[a] ? b : a)
                .orElse(0);
    }

    private static List<double[]> curve(Forecast forecast, int position) {
        return RocCurve.of(forecast.scores(position), forecast.isClass(position))
                .thinned(CURVE_POINTS)
                .points()
                .stream()
                .map(point -> new double[] {point.falsePositives(), point.truePositives()})
                .toList();
    }

    private void dots(String heading, String kind, Utility utility) {
        double[] sorted = Arrays.stream(use.real().truth()).sorted().toArray();
        double low = sorted[(int) (0.005 * (sorted.length - 1))];
        double high = sorted[(int) Math.ceil(0.995 * (sorted.length - 1))];
        int rows = utility.truth().length;
        int shown = Math.min(MOST_DOTS, rows);
        List<double[]> points = IntStream.range(0, shown)
                .map(i -> (int) ((long) i * rows / shown))
                .mapToObj(row -> new double[] {utility.truth()[row], utility.predictions()[row][0]})
                .toList();
        Blocks.figure(
                out,
                heading,
                new SquarePlot(
                                heading + ": predicted and true " + use.target(),
                                "true",
                                "predicted",
                                low,
                                high > low ? high : low + 1)
                        .dots(kind, points)
                        .done(),
                Format.count(shown) + " of " + Format.count(rows)
                        + " test rows; values beyond the picture lie on its edge.");
    }

    private void calibration() {
        Blocks.paragraph(
                out,
                "Whether a probability means what it says: of all predictions made with 80 %, four of five should be right."
                        + " Dots on the diagonal are right as often as they say; below it the predictions are too sure of"
                        + " themselves. Bars on the floor show how many predictions there are.");
        Map<String, Calibration> all = new LinkedHashMap<>();
        all.put("Learned from real rows", Usefulness.forecast(use.real()).calibration());
        all.put(
                "Learned from synthetic rows",
                Usefulness.forecast(use.synthetic()).calibration());
        if (model != null) {
            all.put("The model itself", model.calibration());
        }
        Blocks.table(
                out,
                "Calibration on real rows that were not seen; lower is better, but for accuracy",
                1,
                List.of("Probabilities of", "Error (ECE)", "Brier", "Log loss", "Accuracy"),
                all.entrySet().stream()
                        .map(entry -> List.of(
                                entry.getKey(),
                                Format.percent(entry.getValue().error()),
                                Format.decimals(entry.getValue().brier()),
                                Format.decimals(entry.getValue().logLoss()),
                                Format.percent(entry.getValue().accuracy())))
                        .toList());
        out.open("div", "class", "plots");
        all.forEach(this::reliability);
        out.close();
    }

    private void reliability(String heading, Calibration calibration) {
        double most = calibration.bins().stream()
                .mapToInt(Calibration.Bin::rows)
                .max()
                .orElse(1);
        List<Calibration.Bin> filled =
                calibration.bins().stream().filter(bin -> bin.rows() > 0).toList();
        List<double[]> points = filled.stream()
                .map(bin -> new double[] {bin.confidence(), bin.accuracy()})
                .toList();
        Blocks.figure(
                out,
                heading,
                new SquarePlot("Reliability: " + heading, "probability it gives", "how often it is right", 0, 1)
                        .floor(filled.stream()
                                .map(bin -> new double[] {bin.from(), bin.to(), bin.rows() / most})
                                .toList())
                        .line("plain", points)
                        .dots("plain", points)
                        .done(),
                "");
    }
}
