package dev.calor.cli;

import dev.calor.heat.DiffusionTime;
import dev.calor.heat.GaussianKernel;
import dev.calor.heat.HeatKernel;
import dev.calor.random.RandomStream;
import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.Uniform;
import dev.calor.table.TableWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Shows the noise of the paper's methods on one row: the row, the same row after heat, and its negatives; then learns a
 * table.
 */
@Command(
        name = "demo",
        description =
                "Show how the paper's methods perturb a row by heat; then learn a table with the default method, sample it, and report on it.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class DemoCommand implements CalorCommand {
    private static final int NEGATIVES = 4;
    private static final double MOST_NOISE = 2;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            defaultValue = "calor-demo.html",
            description = "File for the report on the table (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Mixin
    private Destination destination = new Destination();

    @Option(names = "--quick", description = "Train for a few steps only.")
    private boolean quick;

    @Option(
            names = "--table",
            paramLabel = "FILE",
            description =
                    "Write a generated table of days at bicycle stations, as the demo learns it, to a file such as"
                            + " days.csv, and do nothing else.")
    private @Nullable Path table;

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many rows --table writes (default: ${DEFAULT-VALUE}).")
    private int rows;

    /** A categorical column: the graph of its levels, and the diffusion time. */
    private record Level(String name, FiniteSpace space, DiffusionTime time, List<String> levels, int value) {}

    private static final List<Level> COLUMNS = List.of(
            new Level(
                    "season (ring)",
                    new Cyclic(4),
                    DiffusionTime.quadratic(0.02),
                    List.of("winter", "spring", "summer", "autumn"),
                    0),
            new Level(
                    "school (path)",
                    new Ordinal(6),
                    DiffusionTime.quadratic(0.02),
                    List.of("none", "primary", "secondary", "college", "master", "doctor"),
                    3),
            new Level(
                    "colour (any)",
                    new Uniform(5),
                    DiffusionTime.fixed(0.7),
                    List.of("red", "green", "blue", "white", "black"),
                    2),
            new Level(
                    "job (mask)",
                    new Absorbing(5),
                    DiffusionTime.fixed(0.7),
                    List.of("nurse", "cook", "driver", "clerk", "?"),
                    1));

    private static final double AGE = 39;
    private static final GaussianKernel AGE_HEAT = GaussianKernel.ofDeviation(4);

    @Override
    public Integer call() throws IOException {
        if (table != null) {
            destination.check(table, ResultKind.TABLE);
            if (rows < 1) {
                throw new IllegalArgumentException("--rows " + rows + ": a table has at least one row");
            }
            TableWriter.write(TableDemo.days(rows, seed), table);
            return 0;
        }
        destination.check(output, ResultKind.PAGE);
        PrintWriter out = spec.commandLine().getOut();
        out.println(
                "Energy discrepancy trains a model from data and perturbed data alone. The paper's methods perturb by heat:");
        out.println(
                "on a ring winter is next to autumn, on a path levels change to neighbours, a mask hides, numbers blur.");
        out.println();
        List<String> names = new ArrayList<>(List.of("", "age (line)"));
        COLUMNS.forEach(column -> names.add(column.name));
        printRow(out, names);

        RandomStream random = RandomStream.of(seed);
        printRow(
                out,
                label(
                        "x, a row of data",
                        AGE,
                        COLUMNS.stream().map(Level::value).toList()));
        for (double noise = 0.25; noise <= MOST_NOISE; noise *= 2) {
            showHeat(out, noise, random.child("noise").child(Double.doubleToLongBits(noise)));
        }
        out.println();
        out.println("The model learns which of x and its negatives is real. More on heat: 'calor heat --help'.");
        out.println();
        TableDemo.show(out, output, seed, quick);
        return 0;
    }

    /** y ~ q_t(·|x) at a multiple of the usual time; at the largest multiple, also negatives x⁻ ∝ q_t(y|·). */
    private static void showHeat(PrintWriter out, double noise, RandomStream random) {
        List<HeatKernel> kernels = new ArrayList<>();
        List<Integer> y = new ArrayList<>();
        for (Level column : COLUMNS) {
            DiffusionTime time = new DiffusionTime(column.time.scaling(), noise * column.time.base());
            HeatKernel kernel = HeatKernel.of(column.space, time);
            kernels.add(kernel);
            y.add(kernel.draw(column.value, random));
        }
        GaussianKernel age = new GaussianKernel(noise * AGE_HEAT.time());
        double yAge = age.draw(AGE, random);
        printRow(out, label(String.format(Locale.ROOT, "y, heat × %.2f", noise), yAge, y));
        if (noise == MOST_NOISE) {
            for (int j = 1; j <= NEGATIVES; j++) {
                List<Integer> negative = new ArrayList<>();
                for (int k = 0; k < kernels.size(); k++) {
                    negative.add(kernels.get(k).drawPosterior(y.get(k), random));
                }
                printRow(out, label("  negative " + j + " of that y", age.draw(yAge, random), negative));
            }
        }
    }

    private static List<String> label(String name, double age, List<Integer> states) {
        List<String> cells = new ArrayList<>(List.of(name, String.format(Locale.ROOT, "%.1f", age)));
        for (int k = 0; k < states.size(); k++) {
            cells.add(COLUMNS.get(k).levels.get(states.get(k)));
        }
        return cells;
    }

    private static void printRow(PrintWriter out, List<String> cells) {
        StringBuilder line = new StringBuilder(String.format("%-25s", cells.get(0)));
        cells.stream().skip(1).forEach(cell -> line.append(String.format("%-15s", cell)));
        out.println(line.toString().stripTrailing());
    }
}
