package dev.calor.lab.density;

import dev.calor.chart.HeatMap;
import dev.calor.cli.CalorCommand;
import dev.calor.dataset.Toy2d;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Estimate;
import dev.calor.lab.density.DensityExperiment.Result;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.train.Machine;
import dev.calor.train.Provenance;
import dev.calor.train.TrainingEvent;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Density estimation on toy sets: one run, or the paper's tables. */
@Command(
        name = "density",
        description = "Train on a discretised toy set; print NLL, the entropy of the data, and MMD.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  calor lab density --data moons --method ed-grid --figure moons.png",
            "  calor lab density --all --method ed-bern,ed-grid -o docs/results/density.md"
        })
public final class DensityCommand implements CalorCommand {
    /** Samples in a figure, and sweeps of their chains: takes seconds on a GPU, minutes on a busy CPU. */
    private static final int FIGURE_SAMPLES = 2000;

    private static final int FIGURE_SWEEPS = 20;

    /** Text above this line of a file of tables was written by hand, and is kept. */
    static final String MARKER = "<!-- From here on written by calor lab density --all. -->";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--data",
            split = ",",
            paramLabel = "SET",
            description = "2spirals, 8gaussians, circles, moons, pinwheel, swissroll or checkerboard; with --all, "
                    + "several, and all seven where it is left out.")
    private List<String> data = List.of();

    @Option(
            names = "--states",
            split = ",",
            defaultValue = "2",
            description = "States per digit: 2, 5 or 10; with --all, several (default: ${DEFAULT-VALUE}).")
    private List<Integer> states = List.of();

    @Option(
            names = "--method",
            split = ",",
            defaultValue = "ed-bern",
            description = "ed-bern, ed-grid, cd or pcd; with --all, several (default: ${DEFAULT-VALUE}).")
    private List<String> methods = List.of();

    @Option(names = "--steps", defaultValue = "20000", description = "Updates (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(names = "--batch", defaultValue = "128", description = "Rows of data per step (default: ${DEFAULT-VALUE}).")
    private int batch;

    @Option(names = "--negatives", defaultValue = "32", description = "M (default: ${DEFAULT-VALUE}).")
    private int negatives;

    @Option(
            names = "--rate",
            defaultValue = "1e-3",
            description = "Learning rate at the start (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--device", defaultValue = "auto", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(
            names = "--effort",
            defaultValue = "1",
            description = "Fraction of the full evaluation, above 0 up to 1 (default: ${DEFAULT-VALUE}).")
    private double effort;

    @Option(
            names = "--sampler",
            defaultValue = "gibbs",
            description =
                    "Samples for the MMD and the figure: by gibbs, as the paper, or by rejection, which are independent "
                            + "(default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String sampler;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Save the run here, and resume from it; with --all, a folder for all runs.")
    private @Nullable Path checkpoint;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Option(
            names = "--figure",
            paramLabel = "FILE",
            description =
                    "Draw the learned density and samples, as PNG; with --all, the densities of the data (above) and of "
                            + "the models of all sets.")
    private @Nullable Path figure;

    @Option(
            names = "--all",
            description = "The paper's tables: do the runs (set, states, method) without a result, print all.")
    private boolean all;

    @Option(names = "--table", description = "Run nothing; print the paper's tables from the folder of --results.")
    private boolean table;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "docs/results/density",
            description = "With --all, the folder with a JSON file per run (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path results;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "With --all or --table, write the tables as Markdown; text above their marker is kept.")
    private @Nullable Path output;

    @Override
    public Integer call() throws IOException {
        if (table) {
            print(DensityExperiment.store(results));
            return 0;
        }
        if (!all && data.isEmpty()) {
            throw refused("--data is missing: name a set, or give --all for the tables of all seven");
        }
        List<DensityExperiment> runs = runs();
        if (all) {
            if (json) {
                throw refused("--json shows one run: leave out --all; the JSON of all runs is in --results");
            }
            if (figure != null && (states.size() > 1 || methods.size() > 1)) {
                throw refused("--figure with --all shows one method at one number of states: name one of each");
            }
            table(runs);
        } else {
            if (runs.size() > 1 || output != null) {
                throw refused("several sets, states or methods and --output belong to --all");
            }
            one(runs.get(0));
        }
        return 0;
    }

    private List<DensityExperiment> runs() {
        List<Toy2d> sets = data.isEmpty()
                ? List.of(Toy2d.values())
                : data.stream().map(Toy2d::named).toList();
        List<DensityMethod> chosen = methods.stream().map(DensityMethod::named).toList();
        List<DensityExperiment> runs = new ArrayList<>();
        for (int size : states) {
            for (DensityMethod method : chosen) {
                for (Toy2d set : sets) {
                    DensityExperiment run = new DensityExperiment(
                            set,
                            size,
                            method,
                            steps,
                            batch,
                            rate,
                            negatives,
                            seed,
                            effort,
                            DensitySampler.named(sampler));
                    run.cells(); // refuses a number of states before the first run, not after hours
                    runs.add(run);
                }
            }
        }
        return runs;
    }

    private ParameterException refused(String why) {
        return new ParameterException(spec.commandLine(), why);
    }

    private void one(DensityExperiment run) throws IOException {
        try (TrainableEnergy energy = run.network(Device.named(device))) {
            Double seconds = train(run, energy, checkpoint);
            if (figure != null) {
                RandomStream random = RandomStream.of(seed).child("figure");
                int[][] samples = run.sampler().samples(energy, FIGURE_SAMPLES, FIGURE_SWEEPS, random);
                draw(
                        DensityFigure.pair(
                                DensityFigure.learned(energy, run.cells(), DensityFigure.LARGE),
                                DensityFigure.histogram(samples, run.cells(), DensityFigure.LARGE)),
                        figure);
            }
            Cell<DensityExperiment, Result> cell = cell(run, energy, seconds);
            if (json) {
                spec.commandLine().getOut().println(cell.json());
            } else {
                print(cell.result(), seconds);
            }
            spec.commandLine().getOut().flush();
        }
    }

    private static Cell<DensityExperiment, Result> cell(
            DensityExperiment run, Energy energy, @Nullable Double seconds) {
        Provenance provenance = Provenance.now(energy.device(), run.data());
        return new Cell<>(run, run.evaluate(energy), seconds, provenance);
    }

    /** The seconds of training; null if it was resumed. */
    private @Nullable Double train(DensityExperiment run, TrainableEnergy energy, @Nullable Path file)
            throws IOException {
        boolean begun = file != null && Files.exists(file);
        long started = System.nanoTime();
        run.train(energy, file, this::tell);
        return begun ? null : (System.nanoTime() - started) / 1e9;
    }

    private void draw(BufferedImage image, Path file) throws IOException {
        HeatMap.write(image, file);
        say("wrote " + file);
    }

    private void say(String words) {
        spec.commandLine().getErr().println(words);
        spec.commandLine().getErr().flush();
    }

    private void table(List<DensityExperiment> runs) throws IOException {
        List<List<double[][]>> panels = List.of(new ArrayList<>(), new ArrayList<>());
        Cells<DensityExperiment, Result> cells = DensityExperiment.store(results);
        for (DensityExperiment run : runs) {
            boolean known = cells.find(run.name(), run.seed(), run).isPresent();
            if (known && figure == null) {
                continue;
            }
            say(run.name() + (known ? ", for the figure" : ""));
            try (TrainableEnergy energy = run.network(Device.named(device))) {
                Double seconds = train(run, energy, ownCheckpoint(run));
                if (!known) {
                    cells.write(run.name(), run.seed(), cell(run, energy, seconds));
                }
                if (figure != null) {
                    Toy2d set = run.set();
                    panels.get(0)
                            .add(DensityFigure.data(
                                    point -> set.logDensity(point[0], point[1]), run.cells(), DensityFigure.SMALL));
                    panels.get(1).add(DensityFigure.learned(energy, run.cells(), DensityFigure.SMALL));
                }
            }
        }
        if (figure != null) {
            draw(DensityFigure.montage(panels), figure);
        }
        print(cells);
    }

    /** Prints all cells, also those that this call did not run. */
    private void print(Cells<DensityExperiment, Result> cells) throws IOException {
        String text = DensityTable.markdown(cells.all());
        spec.commandLine().getOut().print(text);
        spec.commandLine().getOut().flush();
        if (output != null) {
            write(output, text);
        }
    }

    private @Nullable Path ownCheckpoint(DensityExperiment run) throws IOException {
        if (checkpoint == null) {
            return null;
        }
        Files.createDirectories(checkpoint);
        return checkpoint.resolve(run.name() + "-seed=" + run.seed() + ".safetensors");
    }

    private void write(Path file, String tables) throws IOException {
        String before = "# Density estimation on discretised toy sets\n\n";
        if (Files.exists(file)) {
            String old = Files.readString(file);
            int end = old.indexOf(MARKER);
            if (end < 0) {
                throw new IllegalArgumentException(file + " holds other text: name another file, or put the line '"
                        + MARKER + "' where the tables are to begin");
            }
            before = old.substring(0, end);
        }
        Files.writeString(
                file,
                before + MARKER + "\n\nCommand: `./calor " + command() + "`, from the cells in `" + results
                        + "`; the tables were put together on: "
                        + Machine.describe() + ". The machine of the runs is below.\n\n" + tables);
        say("wrote " + file);
    }

    /** The words of the command line, as they were given. */
    private String command() {
        return "lab density "
                + spec.commandLine().getParseResult().originalArgs().stream()
                        .dropWhile(word -> !word.equals("density"))
                        .skip(1)
                        .collect(Collectors.joining(" "));
    }

    private void tell(TrainingEvent event) {
        PrintWriter err = spec.commandLine().getErr();
        if (event instanceof TrainingEvent.Progress progress) {
            err.printf(Locale.ROOT, "step %,d: loss %.4f%n", progress.step(), progress.loss());
        } else if (!(event instanceof TrainingEvent.Saved)) {
            err.println(event);
        }
        err.flush();
    }

    private void print(Result result, @Nullable Double seconds) {
        PrintWriter out = spec.commandLine().getOut();
        line(out, "NLL, stratified importance sampling", result.nll());
        line(out, "NLL, uniform importance sampling", result.nllImportance());
        line(out, "entropy of the data, the floor", result.floor());
        line(out, "NLL above the floor", result.excess());
        out.printf(
                Locale.ROOT,
                "%-38s %9.3f ± %.3f%n",
                "MMD² · 10⁴",
                1e4 * result.mmd().value(),
                1e4 * result.mmd().standardError());
        if (seconds != null) {
            out.printf(Locale.ROOT, "trained in %.0f s%n", seconds);
        }
    }

    private static void line(PrintWriter out, String name, Estimate estimate) {
        out.printf(Locale.ROOT, "%-38s %9.4f ± %.4f%n", name, estimate.value(), estimate.standardError());
    }
}
