package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.random.RandomStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Requests that are wrong in some way: most are made from the OpenAPI text and then spoiled, the rest are bytes on a socket. None may
 * bring the server to an error of its own, hang, or leave something behind. The counts are in target/malformed-requests.txt.
 */
class MalformedRequestsTest {
    /** A thousand take seconds; {@code -Dcalor.malformedRequests=10000} sends more. One in five is no HTTP at all. */
    private static final int REQUESTS = Integer.getInteger("calor.malformedRequests", 1_000);

    private static final int RAW = REQUESTS / 5;
    private static final int SPOILED = REQUESTS - RAW;
    private static final int SOCKET_TIMEOUT = 10_000;
    private static final Limits LIMITS = new Limits(1 << 16, 1 << 18, 200, 20, 5, 5, 3, 16, 2, 20, 8);

    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "null",
            "0",
            "-1",
            "1e309",
            "NaN",
            "true",
            "\u0000",
            "'",
            "\"",
            "<script>",
            "../../etc/passwd",
            "%00",
            "\uD83D\uDE00",
            "a".repeat(3000),
            "=",
            "age",
            "high",
            "csv",
            "2024-02-31",
            "99999999999999999999",
            "{}",
            "[]");

    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "\"\"",
            "\"x\"",
            "-1",
            "0",
            "1.5",
            "1e400",
            "99999999999999999999",
            "[]",
            "{}",
            "[[[[]]]]",
            "{\"a\":{\"a\":{}}}",
            "\"\\u0000\"",
            "\"\\ud800\"",
            "nul",
            "{",
            "[1,",
            "\"",
            "'x'",
            "\"age\"");

    /** Answers by kind of request and status. */
    private final Map<String, Integer> answers = new TreeMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private static <T> T pick(List<T> all, RandomStream random) {
        return all.get(random.nextInt(all.size()));
    }

    @Test
    @DisplayName("Malformed requests: no 5xx, no hang, no leak")
    void malformed() throws IOException {
        try (Running server = new Running(folder, LIMITS, new Guard(Running.HOSTS, null, null))) {
            String model = server.learn();
            List<String> ids = List.of(model, "000000000000", "..", "%2e%2e%2f", "x".repeat(2000), "%00", "%ff");
            JsonNode document = server.json(200, "GET", "/openapi.json", null);
            server.call("GET", "/health", null);
            long descriptors = descriptors();
            for (int i = 0; i < SPOILED; i++) {
                spoiled(
                        server,
                        document,
                        ids,
                        RandomStream.of(18).child("spoiled").child(i));
            }
            for (int i = 0; i < RAW; i++) {
                raw(server, RandomStream.of(18).child("raw").child(i));
            }
            assertEquals(List.of(), server.log, "no defect was logged");
            assertEquals(200, server.call("GET", "/health", null).statusCode());
            long after = descriptors();
            assertTrue(after < descriptors + 50, descriptors + " before, " + after + " after");
            Files.writeString(
                    Path.of("target", "malformed-requests.txt"),
                    answers + "\nopen files " + descriptors + " before, " + after + " after\n");
        }
        try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
            assertEquals(0, left.count(), "nothing half-done is left");
        }
    }

    private static long descriptors() throws IOException {
        Path own = Path.of("/proc/self/fd");
        if (!Files.isDirectory(own)) {
            return 0;
        }
        try (Stream<Path> all = Files.list(own)) {
            return all.count();
        }
    }

    private void spoiled(Running server, JsonNode document, List<String> ids, RandomStream random) {
        List<String> routes = new ArrayList<>();
        document.get("paths").fieldNames().forEachRemaining(routes::add);
        String route = pick(routes, random);
        List<String> methods = new ArrayList<>();
        document.get("paths").get(route).fieldNames().forEachRemaining(methods::add);
        String own = pick(methods, random);
        JsonNode operation = document.get("paths").get(route).get(own);
        String method = random.nextInt(8) == 0
                ? pick(List.of("PUT", "DELETE", "PATCH", "HEAD", "POST", "QUERY"), random)
                : own.toUpperCase(Locale.ROOT);
        if (route.startsWith("/api/models/{id}") && method.equals("DELETE")) {
            method = "PUT"; // the model is needed to the end
        }
        String path = route.replace("{id}", pick(ids, random)) + query(operation, random);
        byte[] body = body(operation, document, random).getBytes(StandardCharsets.UTF_8);
        HttpResponse<byte[]> answer = server.bytes(method, path, body);
        int status = answer.statusCode();
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        answers.merge("spoiled " + status, 1, Integer::sum);
        assertTrue(status < 500 || status == 503, method + " " + path + ": " + status + " " + text);
        boolean tells = text.contains("Exception") || text.contains("dev.calor") || text.contains(folder.toString());
        assertTrue(!tells, method + " " + path + ": " + text);
    }

    private static String query(JsonNode operation, RandomStream random) {
        StringBuilder query = new StringBuilder("?");
        for (JsonNode parameter : operation.path("parameters")) {
            if (parameter.get("in").asText().equals("query") && random.nextInt(4) > 0) {
                String good = parameter.get("name").asText().equals("name") ? "a.csv" : pick(TEXTS, random);
                query.append(parameter.get("name").asText())
                        .append('=')
                        .append(URLEncoder.encode(
                                random.nextInt(3) == 0 ? pick(TEXTS, random) : good, StandardCharsets.UTF_8))
                        .append('&');
            }
        }
        return query.toString();
    }

    /** A body as the document asks for, in which something is wrong. */
    private static String body(JsonNode operation, JsonNode document, RandomStream random) {
        JsonNode schema = operation.at("/requestBody/content/application~1json/schema");
        if (schema.isMissingNode() || random.nextInt(6) == 0) {
            return random.nextInt(2) == 0 ? pick(TEXTS, random) + "\n" + pick(TEXTS, random) : pick(VALUES, random);
        }
        return value(schema, document, random, 0);
    }

    private static String value(JsonNode schema, JsonNode document, RandomStream random, int depth) {
        if (random.nextInt(5) == 0 || depth > 4) {
            return pick(VALUES, random);
        }
        if (schema.has("$ref")) {
            return value(document.at(schema.get("$ref").asText().substring(1)), document, random, depth);
        }
        if (schema.has("oneOf")) {
            return value(schema.get("oneOf").get(random.nextInt(2)), document, random, depth);
        }
        if (schema.has("enum")) {
            return schema.get("enum")
                    .get(random.nextInt(schema.get("enum").size()))
                    .toString();
        }
        if (schema.has("const")) {
            return schema.get("const").toString();
        }
        return switch (schema.path("type").asText()) {
            case "object" -> object(schema, document, random, depth);
            case "array" -> "[" + value(schema.path("items"), document, random, depth + 1) + "]";
            case "integer", "number" -> Integer.toString(random.nextInt(300) - 100);
            default -> Json.text(pick(TEXTS, random));
        };
    }

    private static String object(JsonNode schema, JsonNode document, RandomStream random, int depth) {
        List<String> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : schema.path("properties").properties()) {
            if (random.nextInt(5) > 0) {
                fields.add(Json.text(field.getKey()) + ":" + value(field.getValue(), document, random, depth + 1));
            }
        }
        if (random.nextInt(6) == 0) {
            fields.add(Json.text(pick(TEXTS, random)) + ":" + pick(VALUES, random));
        }
        return "{" + String.join(",", fields) + "}";
    }

    private void raw(Running server, RandomStream random) throws IOException {
        byte[] bytes = new byte[random.nextInt(400)];
        random.nextBytes(bytes);
        String start =
                switch (random.nextInt(5)) {
                    case 0 -> "";
                    case 1 -> "GET /health HTTP/1.1\r\nHost: localhost\r\n";
                    case 2 -> "POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 4\r\n\r\n";
                    case 3 ->
                        "POST /api/tables?name=a.csv HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
                    default ->
                        "GET /%" + random.nextInt(100) + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n";
                };
        URI address = URI.create(server.base);
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.setSoTimeout(SOCKET_TIMEOUT); // a hang fails
            socket.getOutputStream().write(start.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
            answers.merge("raw " + answer.replaceFirst("(?s)^HTTP/1.1 (\\d+).*", "$1"), 1, Integer::sum);
            assertTrue(!answer.startsWith("HTTP/1.1 5"), answer);
        } catch (SocketException reset) {
            answers.merge("raw hung up on", 1, Integer::sum); // as the server may
        }
    }
}
