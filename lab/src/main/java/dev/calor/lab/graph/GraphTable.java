package dev.calor.lab.graph;

import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Estimate;
import dev.calor.metric.GraphMmd;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** [P tab:gg-quantitative], with our figures; lower is better. */
final class GraphTable {
    private record Published(String method, double degree, double clustering, double orbit, double average) {}

    private static final List<Published> PUBLISHED = List.of(
            new Published("GraphVAE", 0.130, 0.170, 0.050, 0.117),
            new Published("DeepGMG", 0.040, 0.100, 0.020, 0.053),
            new Published("GraphRNN", 0.090, 0.220, 0.003, 0.104),
            new Published("GNF", 0.030, 0.100, 0.001, 0.044),
            new Published("GraphAF", 0.030, 0.110, 0.001, 0.047),
            new Published("GraphDF", 0.040, 0.130, 0.010, 0.060),
            new Published("EDP-GNN", 0.052, 0.093, 0.007, 0.050),
            new Published("EBM (GWG)", 0.095, 0.061, 0.032, 0.063),
            new Published("RMwGGIS", 0.066, 0.042, 0.036, 0.048),
            new Published("ED-Bern", 0.063, 0.054, 0.014, 0.044),
            new Published("ED-Grid", 0.036, 0.050, 0.019, 0.035));

    private GraphTable() {}

    /** {@code floor}: between training and test graphs, or null where the data are not at hand. */
    static String markdown(List<Cell<GraphSpec, GraphResult>> cells, @Nullable GraphMmd floor) {
        StringBuilder text =
                new StringBuilder("| MMD² | degree | clustering | orbit | average |\n|---|---|---|---|---|\n");
        for (Published row : PUBLISHED) {
            line(text, row.method + " (published)", row.degree, row.clustering, row.orbit, row.average);
        }
        for (Cell<GraphSpec, GraphResult> cell : cells) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s (ours) | %s | %s | %s | **%s** |%n",
                    cell.spec().run().method().title(),
                    with(cell.result().degree()),
                    with(cell.result().clustering()),
                    with(cell.result().orbit()),
                    with(cell.result().average())));
        }
        if (floor != null) {
            line(
                    text,
                    "all training graphs against the test graphs",
                    floor.degree(),
                    floor.clustering(),
                    floor.orbit(),
                    floor.average());
        }
        settings(text, cells);
        return text.toString();
    }

    private static void settings(StringBuilder text, List<Cell<GraphSpec, GraphResult>> cells) {
        text.append("\n| | steps | batch | M | rate | moves | models × trials | graphs per trial | machine |\n");
        text.append("|---".repeat(9)).append("|\n");
        for (Cell<GraphSpec, GraphResult> cell : cells) {
            GraphExperiment run = cell.spec().run();
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %s | %d | %d × %d | %d | %s |%n",
                    run.method().title(),
                    run.steps(),
                    run.batch(),
                    run.negatives(),
                    run.rate(),
                    run.moves(),
                    cell.spec().models(),
                    cell.spec().trials(),
                    cell.spec().samples(),
                    cell.machine()));
        }
    }

    private static void line(
            StringBuilder text, String name, double degree, double clustering, double orbit, double average) {
        text.append(String.format(
                Locale.ROOT, "| %s | %.3f | %.3f | %.3f | %.3f |%n", name, degree, clustering, orbit, average));
    }

    private static String with(Estimate estimate) {
        return String.format(Locale.ROOT, "%.3f ± %.3f", estimate.value(), estimate.standardError());
    }
}
