package dev.calor.lab.density;

import dev.calor.dataset.Toy2d;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Estimate;
import dev.calor.lab.density.DensityExperiment.Result;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** [P tab:synthetic_nll] and [P tab:synthetic_mmd], with ours beside; lower is better. A cell that was not run is shown as "–". */
final class DensityTable {
    private static final int BITS = 2;
    private static final List<Toy2d> SETS = List.of(Toy2d.values());

    private record Published(String method, List<Double> figures) {}

    private static final List<Published> PUBLISHED_NLL = List.of(
            new Published("PCD", List.of(20.094, 19.991, 20.565, 19.763, 19.593, 20.172, 21.214)),
            new Published("ALOE+", List.of(20.062, 19.984, 20.570, 19.743, 19.576, 20.170, 21.142)),
            new Published("EB-GFN", List.of(20.050, 19.982, 20.546, 19.732, 19.554, 20.146, 20.696)),
            new Published("ED-Bern", List.of(20.039, 19.992, 20.601, 19.710, 19.568, 20.084, 20.679)),
            new Published("ED-Grid", List.of(20.049, 19.965, 20.601, 19.715, 19.564, 20.088, 20.678)));

    private static final List<Published> PUBLISHED_MMD = List.of(
            new Published("PCD", List.of(2.160, 0.954, 0.188, 0.962, 0.505, 1.382, 2.831)),
            new Published("EB-GFN", List.of(0.583, 0.531, 0.305, 0.121, 0.492, 0.274, 1.206)),
            new Published("ED-Bern", List.of(0.120, 0.014, 0.137, -0.088, 0.046, 0.045, 1.541)),
            new Published("ED-Grid", List.of(0.097, -0.066, 0.022, 0.018, 0.351, 0.097, 2.049)));

    /**
     * The runs of one method with one seed, by set.
     *
     * @param label the method, with the seed where there are several
     */
    private record Row(String label, Map<Toy2d, Cell<DensityExperiment, Result>> cells) {
        String figures(Toy2d set, Function<Cell<DensityExperiment, Result>, String> format) {
            Cell<DensityExperiment, Result> cell = cells.get(set);
            return cell == null ? "–" : format.apply(cell);
        }
    }

    private DensityTable() {}

    /** The paper's two tables, those for more states where there are cells, and the settings of all. */
    static String markdown(List<Cell<DensityExperiment, Result>> cells) {
        Map<Integer, List<Cell<DensityExperiment, Result>>> byStates = cells.stream()
                .collect(Collectors.groupingBy(cell -> cell.spec().states(), TreeMap::new, Collectors.toList()));
        byStates.putIfAbsent(BITS, List.of()); // the published figures, even without ours
        StringBuilder text = new StringBuilder();
        byStates.forEach((states, own) -> tables(text, states, rows(own)));
        text.append("### Settings\n\n");
        settings(text, byStates);
        return text.toString();
    }

    private static List<Row> rows(List<Cell<DensityExperiment, Result>> cells) {
        List<Row> rows = new ArrayList<>();
        for (DensityMethod method : DensityMethod.values()) {
            Map<Long, Map<Toy2d, Cell<DensityExperiment, Result>>> bySeed = new TreeMap<>();
            cells.stream().filter(cell -> cell.spec().method() == method).forEach(cell -> bySeed.computeIfAbsent(
                            cell.spec().seed(), seed -> new EnumMap<>(Toy2d.class))
                    .put(cell.spec().set(), cell));
            bySeed.forEach((seed, own) ->
                    rows.add(new Row(method.title() + (bySeed.size() > 1 ? ", seed " + seed : ""), own)));
        }
        return rows;
    }

    private static void tables(StringBuilder text, int states, List<Row> ours) {
        text.append("### ").append(states).append(" states\n\n");
        head(text, "NLL, nats");
        if (states == BITS) {
            published(text, PUBLISHED_NLL);
        }
        for (Row row : ours) {
            line(text, row, "(ours)", 3, 1, Result::nll);
        }
        line(text, "**entropy of the data, the floor** (ours)", SETS, set -> ours.stream()
                .flatMap(row -> row.cells.values().stream())
                .filter(cell -> cell.spec().set() == set)
                .findFirst()
                .map(cell -> "**" + with(3, 1, cell.result().floor()) + "**")
                .orElse("–"));
        for (Row row : ours) {
            line(text, row, "above the floor (ours)", 4, 1, Result::excess);
        }
        text.append('\n');
        head(text, "MMD² · 10⁴");
        if (states == BITS) {
            published(text, PUBLISHED_MMD);
        }
        for (Row row : ours) {
            line(text, row, "(ours)", 2, 1e4, Result::mmd);
        }
        text.append('\n');
    }

    private static void settings(StringBuilder text, Map<Integer, List<Cell<DensityExperiment, Result>>> byStates) {
        text.append(
                "| states | method | steps | batch | M | rate | seed | effort | sampler | seconds of training | machine |\n");
        text.append("|---".repeat(11)).append("|\n");
        byStates.forEach((states, own) -> {
            for (Row row : rows(own)) {
                line(
                        text,
                        states.toString(),
                        List.<Function<Cell<DensityExperiment, Result>, Object>>of(
                                cell -> cell.spec().method().title(),
                                cell -> cell.spec().steps(),
                                cell -> cell.spec().batch(),
                                cell -> cell.spec().negatives(),
                                cell -> cell.spec().rate(),
                                cell -> cell.spec().seed(),
                                cell -> cell.spec().evaluation(),
                                cell -> cell.spec().sampler()),
                        setting -> distinct(row, setting),
                        List.of(seconds(row), distinct(row, Cell::machine)));
            }
        });
    }

    private static String distinct(Row row, Function<Cell<DensityExperiment, Result>, Object> setting) {
        return row.cells.values().stream()
                .map(cell -> setting.apply(cell).toString())
                .distinct()
                .collect(Collectors.joining(", "));
    }

    /** From the quickest to the slowest cell. */
    private static String seconds(Row row) {
        double[] sorted = row.cells.values().stream()
                .map(Cell::seconds)
                .filter(seconds -> seconds != null)
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        if (sorted.length == 0) {
            return "–";
        }
        String least = decimals(0, sorted[0]);
        String most = decimals(0, sorted[sorted.length - 1]);
        return least.equals(most) ? least : least + "–" + most;
    }

    private static void head(StringBuilder text, String title) {
        line(text, title, SETS, Toy2d::toString);
        text.append("|---".repeat(1 + SETS.size())).append("|\n");
    }

    private static void published(StringBuilder text, List<Published> rows) {
        for (Published row : rows) {
            line(text, row.method + " (published)", row.figures, figure -> decimals(3, figure));
        }
    }

    private static void line(
            StringBuilder text, Row row, String head, int decimals, double factor, Function<Result, Estimate> figure) {
        line(
                text,
                row.label + " " + head,
                SETS,
                set -> row.figures(set, cell -> with(decimals, factor, figure.apply(cell.result()))));
    }

    private static <T> void line(StringBuilder text, String head, List<T> cells, Function<T, String> format) {
        line(text, head, cells, format, List.of());
    }

    private static <T> void line(
            StringBuilder text, String head, List<T> cells, Function<T, String> format, List<String> tail) {
        text.append("| ").append(head);
        cells.forEach(cell -> text.append(" | ").append(format.apply(cell)));
        tail.forEach(cell -> text.append(" | ").append(cell));
        text.append(" |\n");
    }

    /** An estimate and its standard error. */
    private static String with(int decimals, double factor, Estimate estimate) {
        return decimals(decimals, factor * estimate.value()) + " ± "
                + decimals(decimals, factor * estimate.standardError());
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }
}
