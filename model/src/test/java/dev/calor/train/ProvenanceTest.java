package dev.calor.train;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProvenanceTest {
    @Test
    @DisplayName("A provenance comes back from a map and from JSON; what is missing is unknown")
    void roundTrip() throws IOException {
        Provenance now = Provenance.now(Device.CPU, "sha256:0");
        assertEquals(now, Provenance.of(now.toMap()));
        ObjectMapper json = new ObjectMapper();
        assertEquals(now, json.readValue(json.writeValueAsString(now), Provenance.class));
        Provenance none = Provenance.of(Map.of());
        assertEquals(new Provenance("unknown", "unknown", null, "unknown", "unknown", "unknown"), none);
        assertEquals(none, Provenance.of(none.toMap()));
    }

    @Test
    @DisplayName("Now is now, here and by this build")
    void now() {
        Instant before = Instant.now().minusSeconds(1);
        Provenance now = Provenance.now(Device.CPU_DOUBLE, "data");
        Instant time = time(now);
        assertTrue(time.isAfter(before) && !time.isAfter(Instant.now()), time.toString());
        assertEquals("cpu in double precision", now.device());
        assertTrue(now.machine().contains(Runtime.getRuntime().availableProcessors() + " cores"), now.machine());
        assertTrue(now.machine().contains("Java " + Runtime.version().feature()), now.machine());
        assertEquals(Build.version(), now.version());
        assertEquals(Build.commit(), now.commit());
    }

    private static Instant time(Provenance provenance) {
        if (provenance.time() == null) {
            throw new AssertionError("no time");
        }
        return provenance.time();
    }

    @Test
    @DisplayName("The build knows the commit that is checked out")
    void commit() throws IOException, InterruptedException {
        assumeTrue(Files.exists(Path.of("..", ".git")), "not a git checkout");
        Process git = new ProcessBuilder("git", "rev-parse", "HEAD").start();
        String head = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertEquals(0, git.waitFor());
        assertTrue(
                Build.commit().equals(head) || Build.commit().equals(head + " with uncommitted changes"),
                Build.commit() + " was built, checked out is " + head);
        assertTrue(Build.version().matches("\\d+\\.\\d+\\.\\d+(-SNAPSHOT)?"), Build.version());
    }
}
