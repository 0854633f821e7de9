package dev.calor.lab.graph;

import dev.calor.chart.GraphSheet;
import dev.calor.cli.CalorCommand;
import dev.calor.dataset.DataFolder;
import dev.calor.dataset.EgoGraphs;
import dev.calor.energy.GcnEnergy;
import dev.calor.graph.SimpleGraph;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.DataHash;
import dev.calor.lab.cell.Run;
import dev.calor.metric.GraphMmd;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.train.Provenance;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
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

/** Small graphs: the models and trials of one method, or the paper's table. */
@Command(
        name = "graph",
        description = "Train energies of small graphs; print the MMDs of their samples.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {"", "Examples:", "  calor lab graph --method ed-grid --figure graphs.svg", "  calor lab graph --table"
        })
public final class GraphCommand implements CalorCommand {
    private static final int FIGURE_ROWS = 4;
    private static final int FIGURE_COLUMNS = 8;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--method",
            defaultValue = "ed-grid",
            description = "ed-bern, ed-grid, gwg-pcd or rmwggis (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String method;

    @Option(names = "--steps", defaultValue = "2000", description = "Updates (default: ${DEFAULT-VALUE}).")
    private long steps;

    @Option(names = "--batch", defaultValue = "200", description = "Graphs per step (default: ${DEFAULT-VALUE}).")
    private int batch;

    @Option(names = "--negatives", defaultValue = "32", description = "M (default: ${DEFAULT-VALUE}).")
    private int negatives;

    @Option(
            names = "--epsilon",
            defaultValue = "0.1",
            description = "The probability of a flip in ed-bern (default: ${DEFAULT-VALUE}).")
    private double epsilon;

    @Option(
            names = "--rate",
            defaultValue = "1e-2",
            description = "Learning rate at the start; it falls along a cosine (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--layers", defaultValue = "5", description = "Layers of the network (default: ${DEFAULT-VALUE}).")
    private int layers;

    @Option(names = "--width", defaultValue = "16", description = "Width of the layers (default: ${DEFAULT-VALUE}).")
    private int width;

    @Option(
            names = "--moves",
            defaultValue = "50",
            description = "Steps of Gibbs with gradients per sample (default: ${DEFAULT-VALUE}).")
    private int moves;

    @Option(
            names = "--models",
            defaultValue = "5",
            description = "Number of models, each with its own seed (default: ${DEFAULT-VALUE}).")
    private int models;

    @Option(names = "--trials", defaultValue = "3", description = "Trials per model (default: ${DEFAULT-VALUE}).")
    private int trials;

    @Option(
            names = "--samples",
            defaultValue = "40",
            description = "Graphs per trial, as many as test graphs; the fewer, the larger the MMDs by chance "
                    + "(default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of the first model (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--device", defaultValue = "cpu", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(
            names = "--checkpoint",
            paramLabel = "DIR",
            description = "Save models in this folder, and resume from them.")
    private @Nullable Path checkpoint;

    @Option(names = "--figure", paramLabel = "FILE", description = "Draw training graphs and samples, as SVG.")
    private @Nullable Path figure;

    @Option(names = "--json", description = "Print the figures as JSON.")
    private boolean json;

    @Option(
            names = "--write",
            description = "Write the figures to the folder of --results; a run that is there is not run again.")
    private boolean write;

    @Option(names = "--table", description = "Only print the paper's table, with ours from the folder of --results.")
    private boolean table;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            defaultValue = "docs/results/graph",
            description = "The folder with a JSON file per method and seed (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path results;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        if (table) {
            boolean data = Files.exists(DataFolder.file("ego-small.txt.gz"));
            out.print(GraphTable.markdown(GraphSpec.store(results).all(), data ? floor() : null));
            out.flush();
            return 0;
        }
        if (models < 2 || trials < 1 || samples < 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    models + " models, " + trials + " trials of " + samples
                            + " graphs: allowed are 2 models or more, 1 trial or more, 2 graphs or more");
        }
        GraphExperiment first = new GraphExperiment(
                GraphMethod.named(method), steps, batch, negatives, epsilon, rate, layers, width, moves, seed);
        GraphSpec asked = new GraphSpec(first, models, trials, samples);
        Cells<GraphSpec, GraphResult> store = GraphSpec.store(results);
        boolean there = write && Files.exists(store.file(method, seed));
        Run<Cell<GraphSpec, GraphResult>> run = () -> run(asked, EgoGraphs.read());
        Cell<GraphSpec, GraphResult> cell = write ? store.findOrMake(method, seed, asked, run) : run.run();
        if (there) {
            say(store.file(method, seed) + " exists; not run again");
        }
        out.println(json ? cell.json() : text(cell));
        out.flush();
        return 0;
    }

    private static GraphMmd floor() throws IOException {
        EgoGraphs.Split split = EgoGraphs.read();
        return GraphMmd.between(split.test(), split.train());
    }

    private Cell<GraphSpec, GraphResult> run(GraphSpec asked, EgoGraphs.Split split) throws IOException {
        long began = System.nanoTime();
        GraphData data = GraphData.of(split.train());
        Device place = Device.named(device);
        Engine.setThreads(1); // small tensors: with two threads a step takes 400 ms, with one 18
        List<List<GraphMmd>> all = new ArrayList<>();
        for (int model = 0; model < models; model++) {
            GraphExperiment run = asked.run().withSeed(seed + model);
            try (GcnEnergy energy = run.network(data, place)) {
                run.train(energy, data, file(run), this::tell);
                List<GraphMmd> own = new ArrayList<>();
                for (int trial = 0; trial < trials; trial++) {
                    own.add(run.trial(energy, data, split.test(), samples, trial));
                }
                all.add(own);
                say(String.format(Locale.ROOT, "model %d of %d: %s", model + 1, models, own.get(0)));
                if (figure != null && model == 0) {
                    draw(run, energy, data, figure);
                }
            }
        }
        DataHash hash = new DataHash();
        split.train().forEach(graph -> hash.add(graph.neighbours()));
        hash.add("test");
        split.test().forEach(graph -> hash.add(graph.neighbours()));
        double seconds = (System.nanoTime() - began) / 1e9;
        return new Cell<>(asked, GraphResult.of(all), seconds, Provenance.now(place, hash.text()));
    }

    private @Nullable Path file(GraphExperiment run) throws IOException {
        if (checkpoint == null) {
            return null;
        }
        Files.createDirectories(checkpoint);
        return checkpoint.resolve(run.method() + "-" + run.seed() + ".safetensors");
    }

    /** Half training graphs, half samples. */
    private void draw(GraphExperiment run, GcnEnergy energy, GraphData data, Path file) throws IOException {
        int half = FIGURE_ROWS / 2 * FIGURE_COLUMNS;
        List<SimpleGraph> sampled =
                run.samples(energy, data, half, RandomStream.of(seed).child("figure"));
        List<SimpleGraph> shown = new ArrayList<>(data.graphs().subList(0, half));
        shown.addAll(sampled);
        String title = "Ego-small: training graphs (two rows), samples of "
                + run.method().title();
        Files.writeString(file, GraphSheet.svg(title, shown, FIGURE_COLUMNS));
        say("wrote " + file);
    }

    private void tell(TrainingEvent event) {
        if (event instanceof TrainingEvent.Progress progress) {
            say(String.format(Locale.ROOT, "step %,d: loss %.4f", progress.step(), progress.loss()));
        } else if (!(event instanceof TrainingEvent.Saved)) {
            say(event.toString());
        }
    }

    private void say(String words) {
        spec.commandLine().getErr().println(words);
        spec.commandLine().getErr().flush();
    }

    private static String text(Cell<GraphSpec, GraphResult> cell) {
        GraphResult result = cell.result();
        return String.format(
                Locale.ROOT,
                "%s: MMD² of degrees %.4f ± %.4f, clustering %.4f ± %.4f, orbits %.4f ± %.4f; average %.4f ± %.4f",
                cell.spec().run().method(),
                result.degree().value(),
                result.degree().standardError(),
                result.clustering().value(),
                result.clustering().standardError(),
                result.orbit().value(),
                result.orbit().standardError(),
                result.average().value(),
                result.average().standardError());
    }
}
