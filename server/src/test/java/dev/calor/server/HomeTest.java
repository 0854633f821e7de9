package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    @DisplayName("Two servers do not share a folder")
    void lock() throws IOException {
        try (Home first = Home.open(folder)) {
            assertTrue(first.places("tables").isEmpty());
            IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> Home.open(folder));
            assertTrue(String.valueOf(refused.getMessage()).contains("--home"), refused.toString());
        }
        Home.open(folder).close();
    }

    @Test
    @DisplayName("A start removes what a killed server left half done, and keeps the rest")
    void sweep() throws IOException {
        Files.createDirectories(folder.resolve("tmp/0123/deep"));
        Files.createDirectories(folder.resolve("jobs/abc"));
        Files.writeString(folder.resolve("jobs/abc/.job.json.1234.part"), "{");
        Files.writeString(folder.resolve("jobs/abc/job.json"), "{}");
        Home.open(folder).close();
        assertFalse(Files.exists(folder.resolve("tmp/0123")));
        assertFalse(Files.exists(folder.resolve("jobs/abc/.job.json.1234.part")));
        assertTrue(Files.exists(folder.resolve("jobs/abc/job.json")));
    }

    @Test
    @DisplayName("A path of the folder never reaches a client")
    void paths() throws IOException {
        try (Home home = Home.open(folder)) {
            String real = folder.toRealPath().toString();
            assertEquals("the file:17 is odd", home.withoutPath(real + "/tables/x/data.csv:17 is odd"));
        }
    }

    @Test
    @DisplayName("A server that ends in the middle of a fit writes a checkpoint, and the next one resumes from it")
    void shutdownResumes() throws IOException {
        String job;
        long before;
        try (Running server = new Running(folder)) {
            String table = server.table("people.csv", People.csv(120));
            job = server.fit(table, 250);
            String waiting = server.fit(table, 20);
            while (server.json(200, "GET", "/api/jobs/" + job, null)
                            .at("/status/step")
                            .asLong()
                    == 0) {
                Running.pause();
            }
            before = server.json(200, "GET", "/api/jobs/" + job, null)
                    .at("/status/step")
                    .asLong();
            assertEquals(
                    "queued",
                    server.json(200, "GET", "/api/jobs/" + waiting, null)
                            .at("/status/state")
                            .asText());
        }
        assertTrue(Files.exists(folder.resolve("jobs").resolve(job).resolve("checkpoint.safetensors")));
        try (Running server = new Running(folder)) {
            JsonNode done = server.await(job);
            assertEquals(1, done.at("/status/resumed").asInt());
            assertEquals(
                    done.at("/status/steps").asLong(), done.at("/status/step").asLong());
            assertTrue(done.at("/status/losses/0/step").asLong() <= before, "losses of the first server are kept");
            for (JsonNode other : server.json(200, "GET", "/api/jobs", null)) {
                server.await(other.get("id").asText());
            }
            assertEquals(2, server.json(200, "GET", "/api/models", null).size());
        }
    }
}
