package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an attacker tries: ways around the token, two requests in one, and more than a server takes on. */
class AttackTest {
    private static final String TOKEN = "0123456789abcdef-secret";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** The answer to bytes on a socket. */
    private static String answer(Running server, String request) throws IOException {
        URI address = URI.create(server.base);
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }

    @Test
    @DisplayName("No spelling of a path bypasses the token")
    void aroundTheToken() throws IOException {
        try (Running server = new Running(folder, Limits.STANDARD, new Guard(Running.HOSTS, TOKEN, null))) {
            for (String path : List.of(
                    "/metrics",
                    "/metrics/",
                    "/metrics;x",
                    "/%6detrics",
                    "/api/tables",
                    "/api/tables/",
                    "//api/tables",
                    "/%61pi/tables",
                    "/api%2ftables",
                    "/API/tables",
                    "/api;x=1/tables",
                    "/./api/tables",
                    "/health/../api/tables",
                    "/health/..%2fapi/tables",
                    "/api/session/../tables",
                    "/api/jobs?/health",
                    "http://localhost/api/tables")) {
                String answer = answer(server, get(path));
                assertTrue(answer.matches("(?s)HTTP/1.1 (400|401|404) .*"), path + ": " + answer);
                assertFalse(answer.contains("calor_"), path + ": " + answer);
            }
        }
    }

    @Test
    @DisplayName("A page of another site cannot make the server work by a picture or a frame, and can link to its page")
    void pictures() throws IOException {
        try (Running server = new Running(folder)) {
            for (String site : List.of("cross-site", "same-site")) {
                for (String path :
                        List.of("/api/tables", "/api/tables/000000000000/costs", "/api/jobs/0/report.html")) {
                    assertEquals(
                            403,
                            server.call("GET", path, null, "Sec-Fetch-Site", site)
                                    .statusCode(),
                            path);
                }
                assertEquals(
                        200,
                        server.call("GET", "/", null, "Sec-Fetch-Site", site).statusCode());
            }
        }
    }

    @Test
    @DisplayName("A request hidden in another is not executed")
    void smuggling() throws IOException {
        try (Running server = new Running(folder)) {
            String hidden = "POST /api/tables/example HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n";
            for (String framing : List.of(
                    "Content-Length: 5\r\nTransfer-Encoding: chunked",
                    "Transfer-Encoding: chunked\r\nTransfer-Encoding: identity",
                    "Content-Length: 5\r\nContent-Length: 6",
                    "Content-Length: +5",
                    "Transfer-Encoding : chunked")) {
                String answer = answer(
                        server,
                        "POST /api/jobs HTTP/1.1\r\nHost: localhost\r\n" + framing + "\r\n\r\n0\r\n\r\n" + hidden);
                assertTrue(answer.startsWith("HTTP/1.1 400"), framing + ": " + answer);
                assertFalse(answer.contains("Exception") || answer.contains("\tat "), answer);
            }
            assertEquals("[]", server.text(200, "GET", "/api/tables", null));
        }
    }

    private static void refused(Running server, int status, String limit, HttpResponse<byte[]> answer)
            throws IOException {
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        assertEquals(status, answer.statusCode(), text);
        assertEquals(limit, Json.tree(text).path("limit").asText(), text);
        assertEquals(status == 503, answer.headers().firstValue("Retry-After").isPresent(), "when to come again");
        assertEquals(List.of(), server.log);
    }

    private static HttpResponse<byte[]> events(Running server, String job) {
        return server.call("GET", "/api/jobs/" + job + "/events", null, "Accept", "text/event-stream");
    }

    @Test
    @DisplayName("Models, listening pages and training time are limited, and the answer names the limit")
    void moreLimits() throws IOException {
        Limits limits = new Limits(1 << 20, 1 << 20, 1000, 9, 9, 1, 9, 1, 2, 1, 1);
        try (Running server = new Running(folder, limits, new Guard(Running.HOSTS, null, null))) {
            String table = server.table("people.csv", People.csv(100));
            String job = server.fit(table, 1_000_000);
            CompletableFuture<Void> listening = CompletableFuture.runAsync(() -> events(server, job));
            while (!server.text(200, "GET", "/metrics", null).contains("calor_listening_pages 1.0")) {
                Running.pause();
            }
            assertEquals(404, events(server, "000000000000").statusCode());
            HttpResponse<byte[]> second = events(server, job);
            refused(server, 503, "--max-streams", second);
            JsonNode done = server.await(job);
            assertTrue(done.at("/status/message").asText().contains("--max-training-time"), done.toString());
            listening.join();
            HttpResponse<byte[]> fit =
                    server.call("POST", "/api/jobs", "{\"kind\":\"fit\",\"table\":\"" + table + "\"}");
            refused(server, 413, "--max-models", fit);
            byte[] file =
                    server.call("GET", "/api/models/" + job + "/file", null).body();
            refused(server, 413, "--max-models", server.bytes("POST", "/api/models", file));
            HttpResponse<byte[]> rows = server.call("POST", "/api/models/" + job + "/sample", "{\"rows\":1001}");
            refused(server, 413, "--max-rows", rows);
        }
    }
}
