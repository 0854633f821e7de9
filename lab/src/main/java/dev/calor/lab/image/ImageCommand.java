package dev.calor.lab.image;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.ImageSet;
import dev.calor.energy.WithBase;
import dev.calor.lab.cell.CellFile;
import dev.calor.lab.cell.Machine;
import dev.calor.lab.cell.StepTimer;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.io.PrintWriter;
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
        description = "Train an energy of binary images; print its NLL by annealed importance sampling.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  calor lab image --data static-mnist --method ed-grid --device cuda --checkpoint run.safetensors",
            "  calor lab image --speed --method ed-grid,cd-1,cd-10 --device cuda",
            "  calor lab image --table"
        })
public final class ImageCommand implements CalorCommand {
    /** Temperatures between lines of progress: a multiple of those between looks at the chains. */
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
            description = "Of annealed importance sampling (default: ${DEFAULT-VALUE}).")
    private int chains;

    @Option(
            names = "--temperatures",
            defaultValue = "10000",
            description = "Of annealed importance sampling; the paper reports at 300000 (default: ${DEFAULT-VALUE}).")
    private int temperatures;

    @Option(names = "--sheet", paramLabel = "FILE", description = "Draw a hundred samples, as PNG.")
    private @Nullable Path sheet;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Option(names = "--write", description = "Write the figures to the folder of --results.")
    private boolean write;

    @Option(names = "--speed", description = "Only time a step of each method.")
    private boolean speed;

    @Option(names = "--table", description = "Only print the paper's tables, with ours from the folder of --results.")
    private boolean table;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "docs/results/image",
            description = "The folder with a JSON file a run (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path results;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (table) {
            List<ImageCell> cells =
                    CellFile.all(results).stream().map(ImageCell::of).toList();
            out.print(ImageTable.markdown(cells));
            out.flush();
            return 0;
        }
        List<ImageExperiment> runs = options.runs();
        if (runs.size() > 1 && !speed) {
            throw new ParameterException(
                    spec.commandLine(), "several methods, or several M, belong to --speed; give one of each");
        }
        ImageSet.Split images = runs.get(0).read();
        Device place = options.place();
        for (ImageExperiment run : runs) {
            try (WithBase energy = run.network(images.train(), place)) {
                ImageCell cell = run(run, energy, images);
                out.println(json ? cell.json() : text(cell));
                out.flush();
                if (write) {
                    cell.write(results);
                }
            }
        }
        return 0;
    }

    private ImageCell run(ImageExperiment run, WithBase energy, ImageSet.Split images) throws IOException {
        StepTimer timer = new StepTimer();
        run.train(energy, images.train(), options.checkpoint(), event -> {
            timer.accept(event);
            ImageOptions.tell(spec.commandLine().getErr(), event, timer);
        });
        ImageCell.Likelihood likelihood = speed ? null : likelihood(run, energy, images);
        return new ImageCell(run, likelihood, timer.median(), Machine.describe(energy.device()));
    }

    private ImageCell.Likelihood likelihood(ImageExperiment run, WithBase energy, ImageSet.Split images)
            throws IOException {
        ImageExperiment.Evaluation evaluation = new ImageExperiment.Evaluation(chains, temperatures);
        ImageExperiment.Result result = run.evaluate(energy, images.test(), evaluation, this::tell);
        if (sheet != null) {
            SampleSheet.write(List.<long[][]>of(result.samples()), images.test().side(), sheet);
        }
        return new ImageCell.Likelihood(evaluation, result.nll(), result.logPartition());
    }

    private void tell(int temperature) {
        if (temperature % REPORT == 0 || temperature == temperatures) {
            PrintWriter err = spec.commandLine().getErr();
            err.printf(Locale.ROOT, "temperature %,d of %,d%n", temperature, temperatures);
            err.flush();
        }
    }

    private static String text(ImageCell cell) {
        StringBuilder text = new StringBuilder(cell.run().name()).append(": ");
        ImageCell.Likelihood likelihood = cell.likelihood();
        if (likelihood != null) {
            text.append(String.format(
                    Locale.ROOT,
                    "NLL %.2f ± %.2f nats (log Z %.2f ± %.2f, %d chains, %d temperatures), ",
                    likelihood.nll().value(),
                    likelihood.nll().standardError(),
                    likelihood.logPartition().value(),
                    likelihood.logPartition().standardError(),
                    likelihood.evaluation().chains(),
                    likelihood.evaluation().temperatures()));
        }
        text.append(String.format(Locale.ROOT, "%.2f ms a step", cell.milliseconds()));
        if (!cell.run().method().hasChains()) {
            text.append(String.format(Locale.ROOT, ", %.2f TFLOP/s", cell.teraflops()));
        }
        return text.toString();
    }
}
