package dev.calor.lab.image;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.ImageSet;
import dev.calor.energy.WithBase;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.DataHash;
import dev.calor.lab.cell.StepTimer;
import dev.calor.train.Provenance;
import dev.calor.train.Trainer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Binary images: one run, the speed of several methods, or the paper's tables. */
@Command(
        name = "image",
        description = "Train an energy of binary images; print its NLL, estimated from both sides.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  calor lab image --data static-mnist --method ed-grid --device cuda --checkpoint run.safetensors",
            "  calor lab image --method ed-annealed --channels 128 --negatives 1 --batch 256 --rate 1e-3 --steps 10000"
                    + " --temperatures 1000 --device cuda",
            "  calor lab image --speed --method ed-grid,cd-1,cd-10 --device cuda",
            "  calor lab image --table"
        })
public final class ImageCommand implements CalorCommand {
    /** Temperatures between lines of progress: a multiple of those between reports of the chains. */
    private static final int REPORT = 6400;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ImageOptions options;

    @Option(
            names = "--chains",
            defaultValue = "500",
            description =
                    "Chains or paths, in each direction, from which log Z is estimated (default: ${DEFAULT-VALUE}).")
    private int chains;

    @Option(
            names = "--temperatures",
            defaultValue = "10000",
            description =
                    "Temperatures of annealed importance sampling, where the paper has 300000; of ed-annealed, steps of heat "
                            + "(default: ${DEFAULT-VALUE}).")
    private int temperatures;

    @Option(names = "--sheet", paramLabel = "FILE", description = "Draw a hundred samples, as PNG.")
    private @Nullable Path sheet;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Option(
            names = "--write",
            description = "Write the figures to the folder of --results; a run that is there is not run again.")
    private boolean write;

    @Option(names = "--speed", description = "Only time a step of each method.")
    private boolean speed;

    @Option(names = "--table", description = "Only print the paper's tables, with ours from the folder of --results.")
    private boolean table;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "docs/results/image",
            description = "The folder with a JSON file per run (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path results;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (table) {
            out.print(ImageTable.markdown(ImageSpec.store(results).all()));
            out.flush();
            return 0;
        }
        List<ImageExperiment> runs = options.runs();
        if (runs.size() > 1 && !speed) {
            throw new ParameterException(
                    spec.commandLine(), "several methods, or several M, belong to --speed; give one of each");
        }
        ImageSet.Split images = runs.get(0).read();
        Cells<ImageSpec, ImageSpec.Result> store = ImageSpec.store(results);
        for (ImageExperiment run : runs) {
            ImageSpec asked = new ImageSpec(run, speed ? null : new ImageExperiment.Evaluation(chains, temperatures));
            Cell<ImageSpec, ImageSpec.Result> cell = write
                    ? store.findOrMake(asked.name(), run.seed(), asked, () -> run(asked, images))
                    : run(asked, images);
            out.println(json ? cell.json() : text(cell));
            out.flush();
        }
        return 0;
    }

    private Cell<ImageSpec, ImageSpec.Result> run(ImageSpec asked, ImageSet.Split images) throws IOException {
        try (WithBase energy = asked.run().network(images.train(), options.place())) {
            return run(asked, energy, images);
        }
    }

    private Cell<ImageSpec, ImageSpec.Result> run(ImageSpec asked, WithBase energy, ImageSet.Split images)
            throws IOException {
        ImageExperiment run = asked.run();
        Path checkpoint = options.checkpoint();
        boolean begun = checkpoint != null && Files.exists(checkpoint);
        long began = System.nanoTime();
        StepTimer timer = new StepTimer();
        Trainer.Result trained = run.train(energy, images.train(), checkpoint, event -> {
            timer.accept(event);
            ImageOptions.tell(spec.commandLine().getErr(), event, timer);
        });
        Double seconds = begun ? null : (System.nanoTime() - began) / 1e9;
        ImageExperiment.Evaluation evaluation = asked.evaluation();
        ImageExperiment.Result found = evaluation == null ? null : evaluate(run, evaluation, energy, images);
        return new Cell<>(
                asked,
                new ImageSpec.Result(
                        found == null ? null : found.likelihood(),
                        timer.median(),
                        trained.steps(),
                        found == null ? null : found.sampleSeconds()),
                seconds,
                Provenance.now(energy.device(), hash(images)));
    }

    private static String hash(ImageSet.Split images) {
        return new DataHash()
                .add(images.train().levels())
                .add(images.valid().levels())
                .add(images.test().levels())
                .text();
    }

    private ImageExperiment.Result evaluate(
            ImageExperiment run, ImageExperiment.Evaluation evaluation, WithBase energy, ImageSet.Split images)
            throws IOException {
        ImageExperiment.Result result = run.evaluate(energy, images.test(), evaluation, this::tell);
        if (sheet != null) {
            SampleSheet.write(List.<long[][]>of(result.samples()), images.test().side(), sheet);
        }
        return result;
    }

    private void tell(int temperature) {
        if (temperature % REPORT == 0 || temperature == temperatures) {
            PrintWriter err = spec.commandLine().getErr();
            err.printf(Locale.ROOT, "temperature %,d of %,d%n", temperature, temperatures);
            err.flush();
        }
    }

    private static String text(Cell<ImageSpec, ImageSpec.Result> cell) {
        ImageExperiment run = cell.spec().run();
        StringBuilder text = new StringBuilder(run.name()).append(": ");
        ImageExperiment.Evaluation evaluation = cell.spec().evaluation();
        ImageSpec.Likelihood likelihood = cell.result().likelihood();
        if (likelihood != null && evaluation != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "NLL %s nats (log Z %.2f ± %.2f, %d chains, %d temperatures%s), ",
                    likelihood.text(),
                    likelihood.logPartition().value(),
                    likelihood.logPartition().standardError(),
                    evaluation.chains(),
                    evaluation.temperatures(),
                    effective(likelihood)));
        }
        text.append(String.format(Locale.ROOT, "%.2f ms per step", cell.result().millisecondsPerStep()));
        if (!run.method().hasChains() && !run.method().seesLevels()) {
            text.append(String.format(Locale.ROOT, ", %.2f TFLOP/s", cell.spec().teraflops(cell.result())));
        }
        return text.toString();
    }

    private static String effective(ImageSpec.Likelihood likelihood) {
        ImageSpec.Likelihood.Above above = likelihood.above();
        return above == null
                ? ""
                : String.format(
                        Locale.ROOT,
                        ", effective chains %.1f and %.1f",
                        above.effectiveBelow(),
                        above.effectiveAbove());
    }
}
