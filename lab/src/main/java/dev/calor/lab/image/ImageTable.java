package dev.calor.lab.image;

import dev.calor.dataset.ImageSet;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Estimate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * [P tab:image_logll], [P tab:image_gen_cd-n], [P tab:image_time_complexity] and [P tab:image_diff_M], with our figures; lower is
 * better. What was not run is shown as "–".
 */
final class ImageTable {
    private static final int M = 32;

    private record Published(String method, List<Double> figures) {}

    /** Static MNIST, dynamic MNIST, and Omniglot in another form than ours. */
    private static final List<Published> LIKELIHOODS = List.of(
            new Published("Gibbs", List.of(117.17, 121.19, 142.06)),
            new Published("GWG", List.of(80.01, 80.51, 94.72)),
            new Published("EB-GFN", List.of(102.43, 105.75, 112.59)),
            new Published("DULA", List.of(80.71, 81.29, 145.68)),
            new Published("CD-1", List.of(182.53, 157.14, Double.NaN)),
            new Published("CD-3", List.of(130.94, 130.56, 161.96)),
            new Published("CD-5", List.of(102.70, 97.50, 142.91)),
            new Published("CD-7", List.of(98.07, 91.00, 149.68)),
            new Published("CD-10", List.of(88.13, 84.16, 146.11)),
            new Published("ED-Bern", List.of(96.11, 97.12, 97.57)),
            new Published("ED-Grid", List.of(90.61, 90.19, 93.94)));

    private static final List<String> TIMED = List.of("cd-1", "cd-5", "cd-10", "ed-bern", "ed-grid");
    private static final List<Double> TIMES = List.of(58.3, 190.4, 335.1, 90.5, 87.2);
    private static final List<Integer> NEGATIVES = List.of(4, 8, 16, 32);
    private static final List<Double> BY_NEGATIVES = List.of(90.13, 90.37, 89.14, 90.61);

    private ImageTable() {}

    static String markdown(List<Cell<ImageSpec, ImageSpec.Result>> all) {
        List<Cell<ImageSpec, ImageSpec.Result>> full =
                all.stream().filter(cell -> cell.spec().run().shrink() == 1).toList();
        List<Cell<ImageSpec, ImageSpec.Result>> cells =
                full.stream().filter(cell -> cell.result().likelihood() != null).toList();
        StringBuilder text = new StringBuilder("### Negative log-likelihood, nats\n\n");
        List<ImageSet> sets = List.of(ImageSet.values());
        head(text, "", sets.stream().map(ImageSet::toString).toList());
        for (Published row : LIKELIHOODS) {
            line(text, row.method + " (published)", figures(2, row.figures));
        }
        List<String> methods = cells.stream().map(ImageTable::method).distinct().toList();
        for (String method : methods) {
            line(
                    text,
                    method + " (ours)",
                    sets.stream()
                            .map(set -> find(
                                    cells,
                                    cell -> cell.spec().run().set() == set
                                            && method(cell).equals(method),
                                    ImageTable::nll))
                            .toList());
        }
        text.append(
                "\nOurs: log Z by annealed importance sampling, of ED-Annealed by paths of heat; from both sides where two figures are given, with standard errors; one number"
                        + " only if they differ by at most a nat. \"At least\": from one side only, as in the paper.\n");
        text.append("\nThe Omniglot of the published figures is another file than ours: no comparison.\n");
        List<Cell<ImageSpec, ImageSpec.Result>> timed = full.stream()
                .filter(cell ->
                        cell.result().likelihood() == null && cell.spec().run().batch() == 100)
                .toList();
        times(text, timed);
        negatives(text, cells, timed);
        settings(text, cells);
        return text.toString();
    }

    private static boolean standard(Cell<ImageSpec, ImageSpec.Result> cell) {
        return cell.spec().run().method().hasChains() || cell.spec().run().negatives() == M;
    }

    private static String method(Cell<ImageSpec, ImageSpec.Result> cell) {
        ImageMethod method = cell.spec().run().method();
        return method.title()
                + (method.hasChains()
                        ? ", " + cell.spec().run().sampler()
                        : ", M = " + cell.spec().run().negatives());
    }

    private static void times(StringBuilder text, List<Cell<ImageSpec, ImageSpec.Result>> timed) {
        text.append("\n### Milliseconds per step, 100 images of static MNIST, M = 32\n\n");
        head(
                text,
                "",
                TIMED.stream().map(name -> ImageMethod.named(name).title()).toList());
        line(text, "RTX 3090 (published)", figures(1, TIMES));
        for (String machine : timed.stream().map(Cell::machine).distinct().toList()) {
            Function<String, Predicate<Cell<ImageSpec, ImageSpec.Result>>> of =
                    name -> cell -> cell.machine().equals(machine)
                            && standard(cell)
                            && cell.spec().run().method().equals(ImageMethod.named(name));
            line(
                    text,
                    machine,
                    TIMED.stream()
                            .map(name -> find(
                                    timed,
                                    of.apply(name),
                                    cell -> decimals(1, cell.result().millisecondsPerStep())))
                            .toList());
            line(
                    text,
                    "TFLOP/s of the loss and its gradient",
                    TIMED.stream()
                            .map(name -> find(
                                    timed,
                                    of.apply(name),
                                    cell -> decimals(1, cell.spec().teraflops(cell.result()))))
                            .toList());
        }
    }

    private static void negatives(
            StringBuilder text,
            List<Cell<ImageSpec, ImageSpec.Result>> cells,
            List<Cell<ImageSpec, ImageSpec.Result>> timed) {
        text.append("\n### ED-Grid on static MNIST, by the number of negatives\n\n");
        head(text, "", NEGATIVES.stream().map(count -> "M = " + count).toList());
        line(text, "NLL (published)", figures(2, BY_NEGATIVES));
        Function<Integer, Predicate<Cell<ImageSpec, ImageSpec.Result>>> of =
                count -> cell -> cell.spec().run().set() == ImageSet.STATIC_MNIST
                        && cell.spec().run().method().equals(ImageMethod.named("ed-grid"))
                        && cell.spec().run().negatives() == count;
        line(
                text,
                "NLL (ours)",
                NEGATIVES.stream()
                        .map(count -> find(cells, of.apply(count), ImageTable::nll))
                        .toList());
        line(
                text,
                "ms per step (ours)",
                NEGATIVES.stream()
                        .map(count -> find(
                                timed,
                                of.apply(count),
                                cell -> decimals(1, cell.result().millisecondsPerStep())))
                        .toList());
    }

    private static void settings(StringBuilder text, List<Cell<ImageSpec, ImageSpec.Result>> cells) {
        text.append("\n### Settings\n\n");
        head(
                text,
                "run",
                List.of(
                        "steps",
                        "batch",
                        "rate",
                        "warm-up",
                        "channels",
                        "seed",
                        "chains × temperatures",
                        "log Z",
                        "effective chains",
                        "machine"));
        for (Cell<ImageSpec, ImageSpec.Result> cell : cells) {
            ImageExperiment run = cell.spec().run();
            ImageSpec.Likelihood likelihood = cell.result().likelihood();
            ImageExperiment.Evaluation evaluation = cell.spec().evaluation();
            if (likelihood != null && evaluation != null) {
                line(
                        text,
                        run.name(),
                        Stream.of(
                                        steps(cell),
                                        run.batch(),
                                        run.rate(),
                                        run.warmup(),
                                        run.channels(),
                                        run.seed(),
                                        evaluation.chains() + " × " + evaluation.temperatures(),
                                        with(likelihood.logPartition()),
                                        effective(likelihood),
                                        cell.machine())
                                .map(Object::toString)
                                .toList());
            }
        }
    }

    /** The steps done: fewer than asked for where a time limit ended the run. */
    private static long steps(Cell<ImageSpec, ImageSpec.Result> cell) {
        Long done = cell.result().steps();
        return done == null ? cell.spec().run().steps() : done;
    }

    private static String effective(ImageSpec.Likelihood likelihood) {
        ImageSpec.Likelihood.Above above = likelihood.above();
        return above == null
                ? "–"
                : decimals(1, above.effectiveBelow()) + " and " + decimals(1, above.effectiveAbove());
    }

    private static String nll(Cell<ImageSpec, ImageSpec.Result> cell) {
        ImageSpec.Likelihood likelihood = cell.result().likelihood();
        return likelihood == null ? "–" : likelihood.text();
    }

    private static String find(
            List<Cell<ImageSpec, ImageSpec.Result>> cells,
            Predicate<Cell<ImageSpec, ImageSpec.Result>> wanted,
            Function<Cell<ImageSpec, ImageSpec.Result>, String> format) {
        Optional<Cell<ImageSpec, ImageSpec.Result>> found =
                cells.stream().filter(wanted).findFirst();
        return found.map(format).orElse("–");
    }

    private static void head(StringBuilder text, String first, List<String> titles) {
        line(text, first, titles);
        text.append("|---".repeat(1 + titles.size())).append("|\n");
    }

    private static void line(StringBuilder text, String head, List<String> cells) {
        text.append("| ")
                .append(head)
                .append(" | ")
                .append(cells.stream().collect(Collectors.joining(" | ")))
                .append(" |\n");
    }

    private static List<String> figures(int count, List<Double> figures) {
        return figures.stream()
                .map(figure -> figure.isNaN() ? "–" : decimals(count, figure))
                .toList();
    }

    private static String with(Estimate estimate) {
        return decimals(2, estimate.value()) + " ± " + decimals(2, estimate.standardError());
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }
}
