package dev.calor.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.PublicData;
import dev.calor.graph.SimpleGraph;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EgoGraphsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"3;0-1,1-3", "x;0-1", "3", "3;0-0", "3;0-1,"})
    @DisplayName("A line that is not a graph is refused with its place")
    void badLines(String line) throws IOException {
        Path file = folder.resolve("graphs.gz");
        try (OutputStream stream = new GZIPOutputStream(Files.newOutputStream(file))) {
            stream.write(("2;0-1\n" + line + "\n").getBytes(StandardCharsets.US_ASCII));
        }
        String message = String.valueOf(
                assertThrows(IOException.class, () -> EgoGraphs.read(file)).getMessage());
        assertTrue(message.contains("graphs.gz:2: '" + line + "'"), message);
    }

    @Test
    @DisplayName("Ego-small holds what its description says")
    void egoSmall() throws IOException {
        PublicData.require("ego-small.txt.gz");
        EgoGraphs.Split split = EgoGraphs.read();
        assertEquals(160, split.train().size());
        assertEquals(40, split.test().size());
        List<SimpleGraph> all = List.of(split.train(), split.test()).stream()
                .flatMap(List::stream)
                .toList();
        assertEquals(6.41, all.stream().mapToInt(SimpleGraph::nodes).average().orElseThrow(), 0.005);
        assertEquals(8.70, all.stream().mapToInt(SimpleGraph::edges).average().orElseThrow(), 0.005);
        assertEquals(17, all.stream().mapToInt(SimpleGraph::nodes).max().orElseThrow());
    }
}
