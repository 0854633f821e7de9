package dev.calor.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A server on a free port of loopback, and a client of it. */
final class Running implements AutoCloseable {
    static final Set<String> HOSTS = Set.of("127.0.0.1", "localhost");

    final HttpClient client = HttpClient.newHttpClient();
    final List<String> log = new ArrayList<>();
    final Server server;
    final String base;

    Running(Path home) throws IOException {
        this(home, Limits.STANDARD, new Guard(HOSTS, null, null));
    }

    Running(Path home, Limits limits, Guard guard) throws IOException {
        this(home, limits, guard, 0);
    }

    /** On a port of its own, such as that of a server before it. */
    Running(Path home, Limits limits, Guard guard, int port) throws IOException {
        server = new Server(home, limits, guard, "test", log::add);
        base = "http://127.0.0.1:" + server.start("127.0.0.1", port);
    }

    /** A call with a body; more headers alternate names and values. */
    HttpResponse<byte[]> bytes(String method, String path, byte @Nullable [] body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofMinutes(3))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return client.send(request.build(), BodyHandlers.ofByteArray());
        } catch (IOException | InterruptedException failed) {
            throw new IllegalStateException(method + " " + path + ": " + failed, failed);
        }
    }

    HttpResponse<byte[]> call(String method, String path, @Nullable String body, String... headers) {
        return bytes(method, path, body == null ? null : body.getBytes(StandardCharsets.UTF_8), headers);
    }

    /** The text of an answer that must have a status. */
    String text(int status, String method, String path, @Nullable String body) {
        HttpResponse<byte[]> response = call(method, path, body);
        String text = new String(response.body(), StandardCharsets.UTF_8);
        if (response.statusCode() != status) {
            throw new AssertionError(method + " " + path + ": " + response.statusCode() + " " + text);
        }
        return text;
    }

    JsonNode json(int status, String method, String path, @Nullable String body) {
        try {
            return Json.tree(text(status, method, path, body));
        } catch (IOException notJson) {
            throw new AssertionError(method + " " + path + " is not JSON", notJson);
        }
    }

    /** Waits for a job to end, and requires that it is done. */
    JsonNode await(String job) {
        for (int i = 0; i < 3000; i++) {
            JsonNode view = json(200, "GET", "/api/jobs/" + job, null);
            String state = view.at("/status/state").asText();
            if (state.equals("done")) {
                return view;
            }
            if (state.equals("failed")) {
                throw new AssertionError("the job failed: " + view.at("/status/message"));
            }
            pause();
        }
        throw new AssertionError("the job takes too long");
    }

    static void pause() {
        try {
            Thread.sleep(100);
        } catch (InterruptedException ended) {
            throw new AssertionError(ended);
        }
    }

    /** Learns a small table, hardly; returns the model's id. */
    String learn() {
        String table = table("people.csv", People.csv(200));
        return await(fit(table, 40)).get("id").asText();
    }

    String table(String name, String text) {
        return json(201, "POST", "/api/tables?name=" + name, text).get("id").asText();
    }

    /** Orders a fit of so many steps; returns the job's id. */
    String fit(String table, int steps) {
        return json(
                        202,
                        "POST",
                        "/api/jobs",
                        "{\"kind\":\"fit\",\"table\":\"" + table + "\",\"preset\":\"fast\",\"steps\":" + steps + "}")
                .get("id")
                .asText();
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException unclosed) {
            throw new AssertionError(unclosed);
        }
    }
}
