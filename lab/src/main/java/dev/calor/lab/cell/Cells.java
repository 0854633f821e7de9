package dev.calor.lab.cell;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The cells of one experiment, one file per run, in a folder. The name of a file contains the seed. Its settings are
 * compared with those asked for whenever it is read for a run, so that figures of other settings are never used in
 * their place.
 *
 * @param spec the type of settings
 * @param result the type of figures
 */
public record Cells<S, R>(Path folder, Class<S> spec, Class<R> result) {
    /** The file of a run; {@code name} identifies the run except for the seed. */
    public Path file(String name, long seed) {
        return folder.resolve(name + "-seed=" + seed + ".json");
    }

    /**
     * The cell of a run, if there is one.
     *
     * @throws IllegalArgumentException if the file has other settings or another format
     */
    public Optional<Cell<S, R>> find(String name, long seed, S asked) throws IOException {
        Path file = file(name, seed);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        Cell<S, R> cell = Json.readCell(file, spec, result);
        List<String> differences = new ArrayList<>();
        differences("", Json.tree(cell.spec()), Json.tree(asked), differences);
        if (!differences.isEmpty()) {
            throw new IllegalArgumentException(file + " was made with other settings: "
                    + String.join(", ", differences)
                    + "; choose another folder for the results, or move the file away");
        }
        return Optional.of(cell);
    }

    /**
     * The cell of a run; where there is none, it is made and written.
     *
     * @throws IllegalArgumentException if the file has other settings or another format
     */
    public Cell<S, R> findOrMake(String name, long seed, S asked, Run<Cell<S, R>> run) throws IOException {
        Optional<Cell<S, R>> there = find(name, seed, asked);
        if (there.isPresent()) {
            return there.get();
        }
        Cell<S, R> made = run.run();
        write(name, seed, made);
        return made;
    }

    /** Writes the cell of a run, in place of an earlier one. */
    public void write(String name, long seed, Cell<S, R> cell) throws IOException {
        Json.write(file(name, seed), cell);
    }

    /** All cells, by name; none where the folder does not exist. */
    public List<Cell<S, R>> all() throws IOException {
        List<Cell<S, R>> cells = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> found = Files.list(folder)) {
                for (Path file : found.filter(each -> each.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    cells.add(Json.readCell(file, spec, result));
                }
            }
        }
        return cells;
    }

    /** Prints cells as a JSON array, or as Markdown. */
    public static <S, R> void print(
            PrintWriter out, List<Cell<S, R>> cells, boolean json, Function<List<Cell<S, R>>, String> markdown) {
        out.print(
                json
                        ? cells.stream().map(Cell::json).collect(Collectors.joining(",\n", "[", "]\n"))
                        : markdown.apply(cells));
        out.flush();
    }

    /** Such as "steps 100, asked for 200", setting by setting. */
    private static void differences(String path, JsonNode there, JsonNode asked, List<String> found) {
        if (there.isObject() && asked.isObject()) {
            TreeSet<String> names = new TreeSet<>();
            there.fieldNames().forEachRemaining(names::add);
            asked.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                differences(path.isEmpty() ? name : path + "." + name, there.path(name), asked.path(name), found);
            }
        } else if (!there.equals(asked)) {
            found.add(path + " " + text(there) + ", asked for " + text(asked));
        }
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() ? "missing" : value.toString();
    }
}
