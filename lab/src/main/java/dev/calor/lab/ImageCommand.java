package dev.calor.lab;

import dev.calor.chart.HeatMap;
import dev.calor.cli.CalorCommand;
import dev.calor.dataset.ImageSet;
import dev.calor.energy.WithBase;
import dev.calor.tensor.Device;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
    private static final int SHEET = 10;
    private static final int REPORT = 1000;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--data",
            paramLabel = "SET",
            defaultValue = "static-mnist",
            description = "static-mnist, dynamic-mnist or omniglot (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String data;

    @Option(
            names = "--method",
            split = ",",
            defaultValue = "ed-grid",
            description = "ed-bern, ed-grid, cd-K, pcd or pcd-K with K transitions; with --speed, several "
                    + "(default: ${DEFAULT-VALUE}).")
    private List<String> methods = List.of();

    @Option(
            names = "--sampler",
            defaultValue = "dula",
            description = "Chains of cd and pcd: gibbs, gwg, dula or dmala (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String sampler;

    @Option(names = "--steps", defaultValue = "50000", description = "Updates (default: ${DEFAULT-VALUE}).")
    private long steps;

    @Option(names = "--batch", defaultValue = "100", description = "Images a step (default: ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--negatives",
            split = ",",
            defaultValue = "32",
            description = "M; with --speed, several (default: ${DEFAULT-VALUE}).")
    private List<Integer> negatives = List.of();

    @Option(
            names = "--epsilon",
            defaultValue = "0.001",
            description = "The probability of a flip in ed-bern (default: ${DEFAULT-VALUE}).")
    private double epsilon;

    @Option(
            names = "--rate",
            defaultValue = "1e-4",
            description = "Learning rate after the warm-up; it falls along a cosine (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(
            names = "--warmup",
            defaultValue = "1000",
            description = "Steps of linear growth of the rate (default: ${DEFAULT-VALUE}).")
    private int warmup;

    @Option(names = "--channels", defaultValue = "64", description = "Of the network (default: ${DEFAULT-VALUE}).")
    private int channels;

    @Option(
            names = "--blocks",
            defaultValue = "6",
            description = "Residual blocks after the two that halve the side (default: ${DEFAULT-VALUE}).")
    private int blocks;

    @Option(
            names = "--shrink",
            defaultValue = "1",
            description = "Make images so many times smaller: 1, 2, 7 or 14 (default: ${DEFAULT-VALUE}).")
    private int shrink;

    @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--device", defaultValue = "auto", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

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

    @Option(names = "--checkpoint", paramLabel = "FILE", description = "Save the run here, and go on from it.")
    private @Nullable Path checkpoint;

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
        List<ImageExperiment> runs = runs();
        if (runs.size() > 1 && !speed) {
            throw new ParameterException(
                    spec.commandLine(), "several methods, or several M, belong to --speed; give one of each");
        }
        ImageSet.Split images = runs.get(0).read();
        Device place = Device.named(device);
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

    private List<ImageExperiment> runs() {
        ImageSet set = ImageSet.named(data);
        List<ImageExperiment> runs = new ArrayList<>();
        for (String name : methods) {
            ImageMethod method = ImageMethod.named(name);
            for (int count : method.hasChains() ? negatives.subList(0, 1) : negatives) {
                runs.add(new ImageExperiment(
                        set,
                        shrink,
                        method,
                        ImageMethod.Chains.named(sampler),
                        steps,
                        batch,
                        count,
                        epsilon,
                        rate,
                        warmup,
                        channels,
                        blocks,
                        seed));
            }
        }
        return runs;
    }

    private ImageCell run(ImageExperiment run, WithBase energy, ImageSet.Split images) throws IOException {
        StepTimer timer = new StepTimer();
        run.train(energy, images.train(), checkpoint, event -> {
            timer.accept(event);
            tell(event, timer);
        });
        ImageCell.Likelihood likelihood = speed ? null : likelihood(run, energy, images);
        return new ImageCell(run, likelihood, timer.median(), Machine.describe(energy.device()));
    }

    private ImageCell.Likelihood likelihood(ImageExperiment run, WithBase energy, ImageSet.Split images)
            throws IOException {
        ImageExperiment.Evaluation evaluation = new ImageExperiment.Evaluation(chains, temperatures);
        ImageExperiment.Result result = run.evaluate(energy, images.test(), evaluation, this::tell);
        if (sheet != null) {
            draw(result.samples(), images.test().side(), sheet);
        }
        return new ImageCell.Likelihood(evaluation, result.nll(), result.logPartition());
    }

    /** Samples in rows of ten. */
    static void draw(long[][] samples, int side, Path file) throws IOException {
        List<List<double[][]>> rows = new ArrayList<>();
        for (int i = 0; i < Math.min(samples.length, SHEET * SHEET); i++) {
            if (i % SHEET == 0) {
                rows.add(new ArrayList<>());
            }
            double[][] panel = new double[side][side];
            for (int pixel = 0; pixel < side * side; pixel++) {
                panel[pixel / side][pixel % side] = samples[i][pixel];
            }
            rows.get(rows.size() - 1).add(panel);
        }
        HeatMap.write(new HeatMap(HeatMap.Palette.INK, 1, 2).rows(rows, 4), file);
    }

    private void tell(TrainingEvent event, StepTimer timer) {
        PrintWriter err = spec.commandLine().getErr();
        if (event instanceof TrainingEvent.Progress progress) {
            err.printf(
                    Locale.ROOT,
                    "step %,d: loss %.4f, %.2f ms a step%n",
                    progress.step(),
                    progress.loss(),
                    timer.median());
        } else if (!(event instanceof TrainingEvent.Saved)) {
            err.println(event);
        }
        err.flush();
    }

    private void tell(int temperature) {
        if (temperature % (REPORT * 64) == 0 || temperature == temperatures) {
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
