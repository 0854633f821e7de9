package dev.calor.lab.ising;

import dev.calor.lab.cell.Cell;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** [P tab:ising_results], with our figures: −log RMSE(J), higher is better. */
final class IsingTable {
    /** A lattice of the table. */
    record Setting(int size, double sigma) {
        /** The score of J = 0: |σ| at the 4D(D − 1) entries of neighbours. */
        double blank() {
            double edges = 4.0 * size * (size - 1);
            return -Math.log(Math.abs(sigma) * Math.sqrt(edges) / (size * size));
        }
    }

    static final List<Setting> SETTINGS = List.of(
            new Setting(10, 0.1),
            new Setting(10, 0.2),
            new Setting(10, 0.3),
            new Setting(10, 0.4),
            new Setting(10, 0.5),
            new Setting(9, -0.1),
            new Setting(9, -0.2));

    private record Published(String method, List<Double> scores) {}

    private static final List<Published> PUBLISHED = List.of(
            new Published("Gibbs", List.of(4.8, 4.7, 3.4, 2.6, 2.3, 4.8, 4.7)),
            new Published("GWG", List.of(4.8, 4.7, 3.4, 2.6, 2.3, 4.8, 4.7)),
            new Published("EB-GFN", List.of(6.1, 5.1, 3.3, 2.6, 2.3, 5.7, 5.1)),
            new Published("ED-Bern", List.of(5.1, 4.0, 2.9, 2.5, 2.3, 5.1, 4.3)),
            new Published("ED-Grid", List.of(4.6, 4.0, 3.1, 2.6, 2.3, 4.5, 4.0)));

    /** One method's runs in the order of the settings; empty where there is none. */
    record Row(IsingMethod method, List<Optional<Cell<IsingExperiment, IsingExperiment.Figures>>> cells) {
        /** The runs of a method among all, those of the lowest seed first. */
        static Row of(IsingMethod method, List<Cell<IsingExperiment, IsingExperiment.Figures>> all) {
            return new Row(
                    method,
                    SETTINGS.stream()
                            .map(setting -> all.stream()
                                    .filter(cell -> cell.spec().method() == method
                                            && cell.spec().size() == setting.size
                                            && cell.spec().sigma() == setting.sigma)
                                    .min(Comparator.comparing(
                                            cell -> cell.spec().seed())))
                            .toList());
        }

        boolean run() {
            return cells.stream().anyMatch(Optional::isPresent);
        }
    }

    private IsingTable() {}

    /** The table with all runs that there are. What was not run is shown as "–". */
    static String ofAll(List<Cell<IsingExperiment, IsingExperiment.Figures>> all) {
        return markdown(Arrays.stream(IsingMethod.values())
                .map(method -> Row.of(method, all))
                .filter(Row::run)
                .toList());
    }

    static String markdown(List<Row> ours) {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "−log RMSE(J)",
                SETTINGS,
                setting -> setting.size() + "², σ = " + IsingCommand.number(setting.sigma()));
        text.append("|---".repeat(1 + SETTINGS.size())).append("|\n");
        line(text, "J = 0, nothing learned", SETTINGS, setting -> decimals(2, setting.blank()));
        for (Published row : PUBLISHED) {
            line(text, row.method + " (published)", row.scores, score -> decimals(1, score));
        }
        for (Row row : ours) {
            String title = row.method.title();
            line(
                    text,
                    title + " (ours)",
                    row.cells,
                    cell -> shown(cell, each -> decimals(2, each.result().score())));
        }
        for (Row row : ours) {
            String title = row.method.title();
            line(
                    text,
                    title + ": λ",
                    row.cells,
                    cell -> shown(
                            cell, each -> IsingCommand.number(each.result().l1())));
            line(
                    text,
                    title + ": seconds",
                    row.cells,
                    cell -> shown(cell, each -> each.seconds() == null ? "–" : decimals(0, each.seconds())));
        }
        return text.toString();
    }

    private static String shown(
            Optional<Cell<IsingExperiment, IsingExperiment.Figures>> cell,
            Function<Cell<IsingExperiment, IsingExperiment.Figures>, String> format) {
        return cell.map(format).orElse("–");
    }

    private static <T> void line(StringBuilder text, String head, List<T> cells, Function<T, String> format) {
        text.append("| ")
                .append(head)
                .append(cells.stream().map(format).collect(Collectors.joining(" | ", " | ", " |\n")));
    }

    private static String decimals(int count, double value) {
        return String.format(Locale.ROOT, "%." + count + "f", value);
    }
}
