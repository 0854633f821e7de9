package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Markdown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** [P tbl:exp-mle] and [P tbl:exp-density-similarity], with ours beside. What was not run is shown as "–". */
final class TabularTable {
    private static final List<String> SETS = PublicTable.NAMES;

    private TabularTable() {}

    static String markdown(List<Cell<TabularSettings, TabularResult>> all) {
        List<Cell<TabularSettings, TabularResult>> cells =
                all.stream().filter(cell -> cell.result().draws() > 0).toList();
        List<String> labels =
                cells.stream().map(cell -> cell.spec().label()).distinct().toList();
        StringBuilder text = new StringBuilder();
        for (PublishedTabular table : PublishedTabular.values()) {
            text.append("### ").append(table.title()).append("\n\n");
            text.append(Markdown.table(titles(""), rows(table, cells, labels))).append('\n');
        }
        text.append("Ours: mean ± standard deviation over the draws of all seeds.\n\n");
        text.append("### Cells in which ours is better\n\n");
        text.append("Utility is compared as its ratio to training on real rows, the paper's real ones for its figures,"
                + " ours for ours.\n\n");
        text.append(wins(cells, labels)).append('\n');
        text.append("### Cost\n\n").append(costs(cells));
        return text.toString();
    }

    private static List<String> titles(String first) {
        return Stream.concat(
                        Stream.of(first),
                        SETS.stream().map(name -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1)))
                .toList();
    }

    private static List<List<String>> rows(
            PublishedTabular table, List<Cell<TabularSettings, TabularResult>> cells, List<String> labels) {
        List<List<String>> rows = new ArrayList<>();
        for (PublishedTabular.Row row : table.rows()) {
            rows.add(row(
                    row.method() + " (published)",
                    k -> Markdown.figure(row.figures()[k], row.deviations()[k], row.digits())));
        }
        if (table == PublishedTabular.UTILITY) {
            rows.add(row("Real (ours)", k -> figure(table, real(cells, k))));
        }
        for (String label : labels) {
            rows.add(row(label + " (ours)", k -> figure(table, figures(table, cells, label, k))));
            beside(table, cells, label, rows);
        }
        return rows;
    }

    /** As many rows of the draws as there are unseen ones, and these, where both were judged. */
    private static void beside(
            PublishedTabular table,
            List<Cell<TabularSettings, TabularResult>> cells,
            String label,
            List<List<String>> rows) {
        List<Cell<TabularSettings, TabularResult>> judged = cells.stream()
                .filter(cell -> cell.spec().label().equals(label)
                        && !cell.result().fidelity().unseen().isEmpty())
                .toList();
        if (table != PublishedTabular.UTILITY && !judged.isEmpty()) {
            rows.add(row(
                    label + ", as many rows as unseen ones (ours)",
                    k -> figure(table, of(table, judged, k, Fidelities::sameSize))));
            rows.add(row(
                    "unseen real rows, beside " + label, k -> figure(table, of(table, judged, k, Fidelities::unseen))));
        }
    }

    private static double[] of(
            PublishedTabular table,
            List<Cell<TabularSettings, TabularResult>> cells,
            int k,
            Function<Fidelities, List<Fidelity>> part) {
        return cells.stream()
                .filter(cell -> cell.spec().data().equals(SETS.get(k)))
                .flatMap(cell -> part.apply(cell.result().fidelity()).stream())
                .mapToDouble(table::of)
                .toArray();
    }

    private static List<String> row(String head, Function<Integer, String> cell) {
        return Stream.concat(
                        Stream.of(head), IntStream.range(0, SETS.size()).boxed().map(cell))
                .toList();
    }

    /** Of all seeds. */
    private static double[] figures(
            PublishedTabular table, List<Cell<TabularSettings, TabularResult>> cells, String label, int k) {
        return cells.stream()
                .filter(cell ->
                        cell.spec().label().equals(label) && cell.spec().data().equals(SETS.get(k)))
                .flatMap(cell -> cell.result().figures(table).stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    /** Utility of training on real rows, the same in every cell of a table. */
    private static double[] real(List<Cell<TabularSettings, TabularResult>> cells, int k) {
        return cells.stream()
                .filter(cell -> cell.spec().data().equals(SETS.get(k)))
                .limit(1)
                .flatMap(cell -> cell.result().real().stream())
                .mapToDouble(Double::doubleValue)
                .toArray();
    }

    private static String figure(PublishedTabular table, double[] draws) {
        return Markdown.figure(mean(draws), deviation(draws), table.digits());
    }

    static double mean(double[] draws) {
        return Arrays.stream(draws).average().orElse(Double.NaN);
    }

    /** NaN of fewer than two. */
    private static double deviation(double[] draws) {
        double mean = mean(draws);
        double sum = Arrays.stream(draws).map(x -> (x - mean) * (x - mean)).sum();
        return draws.length < 2 ? Double.NaN : Math.sqrt(sum / (draws.length - 1));
    }

    private static String wins(List<Cell<TabularSettings, TabularResult>> cells, List<String> labels) {
        List<List<String>> rows = new ArrayList<>();
        for (String label : labels) {
            for (String rival : List.of("TabED", "TabDDPM", "TabSyn", "TabDiff")) {
                List<String> row = new ArrayList<>();
                row.add(label + " over " + (rival.equals("TabED") ? "the best TabED" : rival));
                int[] sum = new int[2];
                for (PublishedTabular table : PublishedTabular.COMPARED) {
                    int[] won = wins(table, cells, label, rival);
                    row.add(won[0] + " of " + won[1]);
                    Arrays.setAll(sum, i -> sum[i] + won[i]);
                }
                row.add(sum[0] + " of " + sum[1]);
                rows.add(row);
            }
        }
        return Markdown.table(List.of("", "utility", "shapes", "trends", "all"), rows);
    }

    /** In how many tables ours is better, and of how many. */
    private static int[] wins(
            PublishedTabular table, List<Cell<TabularSettings, TabularResult>> cells, String label, String rival) {
        int[] won = new int[2];
        for (int k = 0; k < SETS.size(); k++) {
            double[] draws = figures(table, cells, label, k);
            double best = table.best(rival, k);
            if (draws.length > 0 && !Double.isNaN(best)) {
                won[0] += table.comparable(mean(draws), mean(real(cells, k)), k) > best ? 1 : 0;
                won[1]++;
            }
        }
        return won;
    }

    private static String costs(List<Cell<TabularSettings, TabularResult>> cells) {
        List<List<String>> rows = new ArrayList<>();
        for (Cell<TabularSettings, TabularResult> cell : cells) {
            double[] seconds = cell.result().drawSeconds().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            rows.add(List.of(
                    cell.spec().data() + "-" + cell.spec().label() + "-seed="
                            + cell.spec().settings().findValue("seed").asText(),
                    String.format(Locale.ROOT, "%,d", cell.result().steps()),
                    String.format(Locale.ROOT, "%.0f", cell.seconds()),
                    String.format(Locale.ROOT, "%.0f", cell.result().processorSeconds()),
                    String.format(Locale.ROOT, "%.1f", mean(seconds)),
                    Integer.toString(cell.result().draws()),
                    machines(cell)));
        }
        return Markdown.table(List.of("run", "steps", "fit, s", "processor, s", "draw, s", "draws", "machine"), rows);
    }

    /** Where the model was trained, and where it was sampled if elsewhere. */
    private static String machines(Cell<TabularSettings, TabularResult> cell) {
        String draws = Cell.machine(cell.result().drawn());
        return cell.machine() + (draws.equals(cell.machine()) ? "" : "; draws: " + draws);
    }
}
