package dev.calor.lab.tabular;

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
import java.util.Optional;
import java.util.stream.Stream;

/** A run on a table and what came of it: a record, as one JSON object a file. */
interface Cell {
    ObjectMapper JSON = new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

    /** All settings of the model, as they were. */
    JsonNode spec();

    default String json() {
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(this);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a cell as JSON", impossible);
        }
    }

    /** The settings of a run as a file gives them back. */
    static JsonNode settings(TabularRun run) {
        try {
            return JSON.readTree(JSON.writeValueAsString(run.spec()));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a specification as JSON", impossible);
        }
    }

    static <C extends Cell> C read(Path file, Class<C> kind) throws IOException {
        try {
            return JSON.readValue(file.toFile(), kind);
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(
                    file + ": not a cell (" + broken.getOriginalMessage() + "); move it away", broken);
        }
    }

    /** The cell of a run, where there is one; a cell that was made with other settings is refused. */
    static <C extends Cell> Optional<C> find(Path file, TabularRun run, Class<C> kind) throws IOException {
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        C cell = read(file, kind);
        JsonNode asked = settings(run);
        if (!cell.spec().equals(asked)) {
            throw new IllegalArgumentException(file + ": was made with " + cell.spec() + ", asked for is " + asked
                    + "; choose another folder with --cells, or move the file away");
        }
        return Optional.of(cell);
    }

    /** All cells of a folder, by name; none where it does not exist. */
    static <C extends Cell> List<C> all(Path folder, Class<C> kind) throws IOException {
        List<C> cells = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> found = Files.list(folder)) {
                for (Path file : found.filter(each -> each.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    cells.add(read(file, kind));
                }
            }
        }
        return cells;
    }
}
