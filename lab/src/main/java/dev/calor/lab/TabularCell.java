package dev.calor.lab;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A run of the tables and what came of it so far: one JSON object a file.
 *
 * @param label of its row of figures
 * @param spec all settings, as they were
 * @param real utility of training on the real rows, by several choices of the rows that select a setting
 * @param utility of each draw: AUC, or RMSE
 * @param shapes of each draw
 * @param trends of each draw
 * @param drawSeconds each draw took to sample
 * @param drawMachine the last draws were made on
 */
record TabularCell(
        String data,
        String method,
        String preset,
        long seed,
        String label,
        JsonNode spec,
        TabularModels.Fit fit,
        List<Double> real,
        List<Double> utility,
        List<Double> shapes,
        List<Double> trends,
        List<Double> drawSeconds,
        String drawMachine) {
    private static final ObjectMapper JSON =
            new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    /** A cell without a draw. */
    static TabularCell of(TabularRun run, TabularModels.Fit fit, List<Double> real) {
        return new TabularCell(
                run.data(),
                run.spec().method().toString(),
                run.preset(),
                run.spec().seed(),
                run.label(),
                settings(run),
                fit,
                real,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                fit.machine());
    }

    /** The settings as a file gives them back. */
    private static JsonNode settings(TabularRun run) {
        try {
            return JSON.readTree(JSON.writeValueAsString(run.spec()));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a specification as JSON", impossible);
        }
    }

    TabularCell with(double oneUtility, double oneShapes, double oneTrends, double seconds, String machine) {
        return new TabularCell(
                data,
                method,
                preset,
                seed,
                label,
                spec,
                fit,
                real,
                longer(utility, oneUtility),
                longer(shapes, oneShapes),
                longer(trends, oneTrends),
                longer(drawSeconds, seconds),
                machine);
    }

    private static List<Double> longer(List<Double> before, double last) {
        List<Double> longer = new ArrayList<>(before);
        longer.add(last);
        return longer;
    }

    int draws() {
        return utility.size();
    }

    /** The figures of one of the paper's tables, a draw each. */
    List<Double> figures(PublishedTabular table) {
        return switch (table) {
            case UTILITY -> utility;
            case SHAPES -> shapes;
            case TRENDS -> trends;
        };
    }

    String json() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a cell as JSON", impossible);
        }
    }

    static TabularCell read(Path file) throws IOException {
        try {
            return JSON.readValue(file.toFile(), TabularCell.class);
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(
                    file + ": not a cell of tables (" + broken.getOriginalMessage() + "); move it away", broken);
        }
    }

    /** The cell of a run; one that was made with other settings is refused. */
    static TabularCell read(Path file, TabularRun run) throws IOException {
        TabularCell cell = read(file);
        JsonNode asked = settings(run);
        if (!cell.spec.equals(asked)) {
            throw new IllegalArgumentException(file + ": was made with " + cell.spec + ", asked for is " + asked
                    + "; choose another folder with --cells, or move the file away");
        }
        return cell;
    }

    /** All cells of a folder, by name; none where it does not exist. */
    static List<TabularCell> all(Path folder) throws IOException {
        List<TabularCell> cells = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> found = Files.list(folder)) {
                for (Path file : found.filter(each -> each.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    cells.add(read(file));
                }
            }
        }
        return cells;
    }
}
