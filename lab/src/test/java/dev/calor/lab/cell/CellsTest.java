package dev.calor.lab.cell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.lab.Lab;
import dev.calor.tensor.Device;
import dev.calor.train.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CellsTest {
    private static final Path RESULTS = Path.of("..", "docs", "results");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private record Spec(String data, double knee, long seed) {}

    private record Result(List<Double> figures, Estimate nll) {}

    private static final Spec SPEC = new Spec("moons", Double.POSITIVE_INFINITY, 3);
    private static final Cell<Spec, Result> CELL = new Cell<>(
            SPEC, new Result(List.of(0.1 + 0.2, Double.NaN), new Estimate(1, 2)), 1.5, Lab.SOMEWHERE, "a note");

    private Cells<Spec, Result> cells() {
        return new Cells<>(folder.resolve("new"), Spec.class, Result.class);
    }

    @Test
    @DisplayName("A cell is found again to the last bit, under a name with its seed, and nothing is left beside it")
    void found() throws IOException {
        assertEquals(Optional.empty(), cells().find("moons", 3, SPEC));
        assertEquals(List.of(), cells().all());
        cells().write("moons", 3, CELL);
        assertEquals(Optional.of(CELL), cells().find("moons", 3, SPEC));
        assertEquals(List.of(CELL), cells().all());
        try (Stream<Path> files = Files.list(cells().folder())) {
            assertEquals(List.of(cells().folder().resolve("moons-seed=3.json")), files.toList());
        }
    }

    @Test
    @DisplayName("A cell is made once: the second time it is read")
    void made() throws IOException {
        assertEquals(CELL, cells().findOrMake("moons", 3, SPEC, () -> CELL));
        assertEquals(CELL, cells().findOrMake("moons", 3, SPEC, () -> {
            throw new IllegalStateException("run again");
        }));
        Cell<Spec, Result> timed = Cell.timed(SPEC, Device.CPU, "data", CELL::result);
        assertEquals(CELL.result(), timed.result());
        assertEquals("data", timed.provenance().data());
        assertTrue(timed.seconds() != null && timed.seconds() >= 0, "seconds " + timed.seconds());
    }

    @Test
    @DisplayName("A cell of other settings is refused, with each setting that differs and the remedy")
    void otherSettings() throws IOException {
        cells().write("moons", 3, CELL);
        String message = refused(new Spec("circles", 0.5, 3));
        assertTrue(
                message.contains("seed=3.json was made with other settings: data \"moons\", asked for \"circles\","
                        + " knee \"Infinity\", asked for 0.5; choose another folder"),
                message);
    }

    @Test
    @DisplayName("What is not a cell of the experiment is refused with its file")
    void somethingElse() throws IOException {
        cells().write("moons", 3, CELL);
        Path file = cells().file("moons", 3);
        String written = Files.readString(file);
        for (String broken :
                List.of("", "[0.8]", written.substring(0, 80), written.replace("knee", "elbow"), written + "{}")) {
            Files.writeString(file, broken);
            String message = refused(SPEC);
            assertTrue(message.startsWith(file + ": not a result of this experiment"), message);
        }
    }

    private String refused(Spec asked) {
        return String.valueOf(assertThrows(IllegalArgumentException.class, () -> cells().find("moons", 3, asked))
                .getMessage());
    }

    @Test
    @DisplayName("Every published result has its seed in its name, and its origin, or says that this is unknown")
    void published() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(RESULTS)) {
            files = found.filter(file -> file.toString().endsWith(".json")).toList();
        }
        assertTrue(files.size() >= 127, files.size() + " files");
        for (Path file : files) {
            JsonNode cell = new ObjectMapper().readTree(file.toFile());
            Provenance provenance = new ObjectMapper().treeToValue(cell.path("provenance"), Provenance.class);
            assertTrue(file.getFileName().toString().matches(".*-seed=\\d+\\.json"), file.toString());
            assertTrue(cell.path("spec").isObject() && cell.path("result").isObject(), file.toString());
            boolean known = !provenance.toMap().containsValue(Provenance.UNKNOWN)
                    && !provenance.commit().contains("uncommitted");
            assertTrue(known || !cell.path("note").asText().isEmpty(), file + " has no origin and no note");
        }
    }
}
