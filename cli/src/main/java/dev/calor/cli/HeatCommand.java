package dev.calor.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.calor.chart.Panel;
import dev.calor.chart.SmallMultiples;
import dev.calor.chart.TerminalBars;
import dev.calor.heat.DiffusionTime;
import dev.calor.heat.DiffusionTime.Scaling;
import dev.calor.heat.HeatKernel;
import dev.calor.heat.ScalingLimit;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows a row of a heat kernel: as a plot in the terminal, as JSON, or as an SVG figure. */
@Command(
        name = "heat",
        description = "Show the heat kernel of a space: the probabilities q_t(·|from) of all states.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  calor heat --space cyclic --size 24 --time 0.005 --scaling quadratic --from 7",
            "  calor heat --space ordinal --size 8,32,128 --time 0.01,0.05 --scaling quadratic --at 0.3 --svg heat.svg",
            "  calor heat --space graph --edges map.txt --time 1.5 --from 0 --json"
        })
final class HeatCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(names = "--space", required = true, paramLabel = "KIND", description = "One of ${COMPLETION-CANDIDATES}.")
    @SuppressWarnings("NullAway.Init")
    private SpaceKind kind;

    @Option(
            names = "--size",
            paramLabel = "S",
            split = ",",
            description = "Number of states, the mask included; several, with commas, for a figure.")
    private List<Integer> sizes = List.of();

    @Option(names = "--edges", paramLabel = "FILE", description = "Edges of a graph: 'from to [weight]', one per line.")
    private @Nullable Path edges;

    @Option(
            names = "--directed",
            description = "The edges are arcs: heat flows only from the first state to the second.")
    private boolean directed;

    @Option(
            names = "--time",
            required = true,
            paramLabel = "T",
            split = ",",
            description = "t_base, at least 0; several, with commas, for a figure.")
    private List<Double> times = List.of();

    @Option(
            names = "--scaling",
            paramLabel = "RULE",
            defaultValue = "fixed",
            description = "t = t_base, t_base·S or t_base·S²: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Scaling scaling;

    @ArgGroup
    private Start start = new Start();

    /** Where heat starts: a state, or a place between the first and the last. */
    static final class Start {
        @Option(names = "--from", paramLabel = "STATE", description = "The state heat starts from, counted from 0.")
        private @Nullable Integer state;

        @Option(
                names = "--at",
                paramLabel = "MU",
                description = "The same as a fraction of the states, from 0 to 1 (default: 0.5).")
        private double share = 0.5;

        int in(FiniteSpace space) {
            if (state != null) {
                return space.checkState(state);
            }
            if (!(share >= 0 && share <= 1)) {
                throw new IllegalArgumentException(
                        "--at " + share + " is not a share of the states: allowed are 0 to 1");
            }
            return (int) Math.min(share * space.size(), space.size() - 1);
        }
    }

    @Option(names = "--json", description = "Print {\"probabilities\":[…]} instead of a plot.")
    private boolean json;

    @Option(
            names = "--svg",
            paramLabel = "FILE",
            description = "Write a figure, with a row of panels per time and a column per size.")
    private @Nullable Path svg;

    @Mixin
    private Destination destination = new Destination();

    @Override
    public Integer call() throws IOException {
        List<FiniteSpace> spaces = spaces();
        if (svg != null) {
            destination.check(svg, ResultKind.FIGURE, edges);
            writeFigure(spaces, svg);
        }
        if (svg == null || json) {
            if (spaces.size() * times.size() > 1) {
                throw new ParameterException(
                        spec.commandLine(), "several sizes or times make a figure: give --svg FILE, or one of each");
            }
            FiniteSpace space = spaces.get(0);
            HeatKernel kernel = HeatKernel.of(space, new DiffusionTime(scaling, times.get(0)));
            int from = start.in(space);
            if (json) {
                printJson(kernel.row(from));
            } else {
                printPlot(kernel, from);
            }
        }
        return 0;
    }

    private List<FiniteSpace> spaces() throws IOException {
        if (kind == SpaceKind.GRAPH && edges != null) {
            if (!sizes.isEmpty()) {
                throw new ParameterException(
                        spec.commandLine(), "--size of a graph follows from --edges: leave it out");
            }
            return List.of(EdgeList.read(edges, directed));
        }
        if (edges != null || directed) {
            throw new ParameterException(spec.commandLine(), "--edges and --directed belong to --space graph");
        }
        if (sizes.isEmpty() && kind != SpaceKind.GRAPH) {
            throw new ParameterException(spec.commandLine(), "--space " + kind + " needs --size, its number of states");
        }
        return sizes.isEmpty()
                ? List.of(kind.ofSize(0))
                : sizes.stream().map(kind::ofSize).toList();
    }

    private void printJson(double[] row) throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        JsonGenerator generator = new JsonFactory().createGenerator(out);
        generator.writeStartObject();
        generator.writeFieldName("probabilities");
        generator.writeArray(row, 0, row.length);
        generator.writeEndObject();
        generator.flush();
        out.println();
    }

    private void printPlot(HeatKernel kernel, int from) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(title(kernel.space()) + ", from " + from + " after " + time(kernel) + ": " + kernel.form()
                + (kernel.error() == 0 ? "" : String.format(Locale.ROOT, ", error below %.0e", kernel.error())));
        out.println();
        TerminalBars.lines(kernel.row(from), from).forEach(out::println);
    }

    private String title(FiniteSpace space) {
        return kind.shape()
                + (space instanceof GraphSpace g && !g.symmetric() ? ", directed," : "")
                + String.format(Locale.ROOT, " of %,d states", space.size());
    }

    private String time(HeatKernel kernel) {
        String scaled = number(kernel.time());
        return switch (scaling) {
            case FIXED -> "t = " + scaled;
            case LINEAR -> "t = " + scaled + " (" + number(times.get(0)) + "·S)";
            case QUADRATIC -> "t = " + scaled + " (" + number(times.get(0)) + "·S²)";
        };
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, "%.4g", value)
                .replaceFirst("(\\.\\d*?)0+($|e)", "$1$2")
                .replaceFirst("\\.($|e)", "$1");
    }

    private void writeFigure(List<FiniteSpace> spaces, Path file) throws IOException {
        List<List<Panel>> rows = new ArrayList<>();
        for (double base : times) {
            List<Panel> row = new ArrayList<>();
            for (FiniteSpace space : spaces) {
                row.add(panel(space, base));
            }
            rows.add(row);
        }
        String axis =
                switch (scaling) {
                    case FIXED -> "probability of each state y";
                    case LINEAR -> "t·S, density of (y − x)/√S";
                    case QUADRATIC -> "t·S², density of y/S";
                };
        ReportCommand.write(SmallMultiples.svg("Heat on " + kind.shape() + ": " + axis, rows), file);
        spec.commandLine().getErr().println("wrote " + file);
    }

    /**
     * One row of a kernel in the coordinates in which [P thm:ScalingLimit] has it converge, with its limit where there is one:
     * y/S for the quadratic rule, (y − x)/√S for the linear one, y itself for a fixed time.
     */
    private Panel panel(FiniteSpace space, double base) {
        int from = start.in(space);
        int size = space.size();
        double[] row = HeatKernel.of(space, new DiffusionTime(scaling, base)).row(from);
        String title = "S = " + size + ", t = " + number(base);
        boolean limits = kind == SpaceKind.CYCLIC || kind == SpaceKind.ORDINAL;
        if (!limits || scaling == Scaling.FIXED) {
            return new Panel(title, -0.5, size - 0.5, row, null, OptionalDouble.of(from));
        }
        if (scaling == Scaling.QUADRATIC) {
            double mean = (from + 0.5) / size;
            DoubleUnaryOperator limit = ScalingLimit.quadratic(space, mean, base);
            return new Panel(title, 0, 1, times(size, row), limit, OptionalDouble.of(mean));
        }
        // Only the neighbourhood of the start: the whole range grows as √S, its shape does not.
        double unit = Math.sqrt(size);
        int reach = (int) Math.ceil(5 * Math.sqrt(2 * base) * unit);
        int first = Math.max(0, from - reach);
        int last = Math.min(size - 1, from + reach);
        return new Panel(
                title,
                (first - 0.5 - from) / unit,
                (last + 0.5 - from) / unit,
                times(unit, Arrays.copyOfRange(row, first, last + 1)),
                ScalingLimit.linear(base),
                OptionalDouble.of(0));
    }

    private static double[] times(double factor, double[] row) {
        double[] scaled = row.clone();
        for (int i = 0; i < scaled.length; i++) {
            scaled[i] *= factor;
        }
        return scaled;
    }
}
