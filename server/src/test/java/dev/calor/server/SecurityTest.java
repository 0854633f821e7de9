package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who is let in, how much is taken, and what stays unreachable. */
class SecurityTest {
    private static final String TOKEN = "0123456789abcdef-secret";
    private static final Limits SMALL = new Limits(4096, 1 << 20, 60, 5, 2, 2, 1, 1, 100, 1, 1);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    /** The status of a request written by hand, since clients do not let a Host be chosen. */
    private static int status(Running server, String... lines) throws IOException {
        URI address = URI.create(server.base);
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            OutputStream out = socket.getOutputStream();
            out.write((String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Integer.parseInt(answer.split(" ", 3)[1]);
        }
    }

    @Test
    @DisplayName("A foreign host name, which a page may point to loopback, is refused")
    void hosts() throws IOException {
        try (Running server = new Running(folder)) {
            assertEquals(200, status(server, "GET /health HTTP/1.1", "Host: localhost:7171"));
            assertEquals(403, status(server, "GET /health HTTP/1.1", "Host: evil.example"));
            assertEquals(403, status(server, "GET /api/tables HTTP/1.1", "Host: localhost.evil.example"));
            assertEquals(403, status(server, "GET /health HTTP/1.1", "Host: 127.0.0.1.evil.example:7171"));
            assertEquals(403, status(server, "GET /health HTTP/1.0"));
        }
    }

    @Test
    @DisplayName("A page of another site can neither read nor change anything")
    void origins() throws IOException {
        try (Running server = new Running(folder)) {
            assertEquals(
                    403,
                    server.call("POST", "/api/tables/example", "", "Origin", "http://evil.example")
                            .statusCode());
            assertEquals(
                    403,
                    server.call("GET", "/api/tables", null, "Origin", "null").statusCode());
            assertEquals(
                    403,
                    server.call("POST", "/api/tables/example", "", "Sec-Fetch-Site", "cross-site")
                            .statusCode());
            HttpResponse<byte[]> own = server.call("GET", "/api/tables", null, "Origin", server.base);
            assertEquals(200, own.statusCode());
            assertTrue(own.headers().firstValue("Access-Control-Allow-Origin").isEmpty());
        }
    }

    @Test
    @DisplayName("One site may be allowed, and no other")
    void cors() throws IOException {
        Guard guard = new Guard(Running.HOSTS, null, "https://ours.example");
        try (Running server = new Running(folder, Limits.STANDARD, guard)) {
            HttpResponse<byte[]> ours = server.call("GET", "/api/tables", null, "Origin", "https://ours.example");
            assertEquals(200, ours.statusCode());
            assertEquals(
                    "https://ours.example",
                    ours.headers().firstValue("Access-Control-Allow-Origin").orElse(""));
            assertEquals(
                    204,
                    server.call("OPTIONS", "/api/jobs", null, "Origin", "https://ours.example")
                            .statusCode());
            assertEquals(
                    403,
                    server.call("GET", "/api/tables", null, "Origin", "https://others.example")
                            .statusCode());
        }
    }

    @Test
    @DisplayName("With a token nothing of the API answers without it; a session of the page does")
    void token() throws IOException {
        try (Running server = new Running(folder, Limits.STANDARD, new Guard(Running.HOSTS, TOKEN, null))) {
            for (String path : List.of("/api/tables", "/api/jobs", "/api/models", "/metrics", "/api/nothing")) {
                assertEquals(401, server.call("GET", path, null).statusCode(), path);
                assertEquals(
                        401,
                        server.call("GET", path, null, "Authorization", "Bearer " + TOKEN + "x")
                                .statusCode());
                assertEquals(
                        401,
                        server.call("GET", path, null, "Authorization", TOKEN).statusCode());
            }
            assertEquals(200, server.call("GET", "/", null).statusCode());
            assertEquals(200, server.call("GET", "/health", null).statusCode());
            assertEquals(
                    200,
                    server.call("GET", "/api/tables", null, "Authorization", "Bearer " + TOKEN)
                            .statusCode());
            assertEquals(
                    401,
                    server.call("POST", "/api/session", "{\"token\":\"guess\"}").statusCode());
            HttpResponse<byte[]> session = server.call("POST", "/api/session", "{\"token\":\"" + TOKEN + "\"}");
            assertEquals(204, session.statusCode());
            String cookie = session.headers().firstValue("Set-Cookie").orElse("");
            assertTrue(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), cookie);
            assertFalse(cookie.contains(TOKEN), cookie);
            assertEquals(
                    200,
                    server.call("GET", "/api/tables", null, "Cookie", cookie.replaceFirst(";.*", ""))
                            .statusCode());
            assertEquals(
                    401,
                    server.call("GET", "/api/tables", null, "Cookie", "calor=guess")
                            .statusCode());
        }
    }

    @Test
    @DisplayName("Every answer has a strict policy for what a page may load")
    void headers() throws IOException {
        try (Running server = new Running(folder)) {
            for (String path : List.of("/", "/api/tables", "/nothing", "/openapi.json")) {
                HttpResponse<byte[]> answer = server.call("GET", path, null);
                String policy =
                        answer.headers().firstValue("Content-Security-Policy").orElse("");
                assertTrue(policy.startsWith("default-src 'none'; script-src 'self';"), path + policy);
                assertFalse(policy.contains("unsafe"), policy);
                assertEquals(
                        "nosniff",
                        answer.headers().firstValue("X-Content-Type-Options").orElse(""));
                assertTrue(answer.headers().firstValue("Server").isEmpty());
            }
        }
    }

    private void refused(Running server, int status, @Nullable String limit, String method, String path, byte[] body)
            throws IOException {
        HttpResponse<byte[]> answer = server.bytes(method, path, body);
        String text = new String(answer.body(), StandardCharsets.UTF_8);
        assertEquals(status, answer.statusCode(), text);
        if (limit != null) {
            assertEquals(limit, Json.tree(text).path("limit").asText(), text);
        }
        assertFalse(text.contains(folder.toString()) || text.contains("Exception") || text.contains("\tat "), text);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("Every refusal names the limit, and leaves nothing behind")
    void limits() throws IOException {
        try (Running server = new Running(folder, SMALL, new Guard(Running.HOSTS, null, null))) {
            refused(server, 413, "--max-upload", "POST", "/api/tables?name=a.csv", new byte[5000]);
            refused(server, 413, "--max-rows", "POST", "/api/tables?name=a.csv", utf8("a\n" + "1\n".repeat(61)));
            refused(server, 413, "--max-columns", "POST", "/api/tables?name=a.csv", utf8("a,b,c,d,e,f\n1,2,3,4,5,6\n"));
            ByteArrayOutputStream bomb = new ByteArrayOutputStream();
            try (GZIPOutputStream out = new GZIPOutputStream(bomb)) {
                out.write(new byte[2 << 20]);
            }
            refused(server, 413, "--max-unpacked", "POST", "/api/tables?name=a.csv.gz", bomb.toByteArray());
            String table = server.table("a.csv", People.csv(60));
            server.table("b.csv", People.csv(20));
            refused(server, 413, "--max-tables", "POST", "/api/tables?name=c.csv", utf8("a\n1\n"));
            String job = server.fit(table, 100_000);
            String order = "{\"kind\":\"fit\",\"table\":\"" + table + "\"}";
            refused(server, 503, "--max-queue", "POST", "/api/jobs", utf8(order));
            refused(server, 409, null, "DELETE", "/api/tables/" + table, new byte[0]);
            server.text(204, "DELETE", "/api/jobs/" + job, null);
            assertEquals(List.of(), server.log);
        }
        try (Stream<Path> left = Files.list(folder.resolve("tmp"))) {
            assertEquals(0, left.count());
        }
        assertEquals(2, children("tables"));
        assertEquals(0, children("jobs"));
    }

    private long children(String kind) throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve(kind))) {
            return all.count();
        }
    }

    @Test
    @DisplayName("Names of uploads never become paths")
    void names() throws IOException {
        Path home = folder.resolve("home");
        try (Running server = new Running(home)) {
            for (String name :
                    List.of("..%2F..%2Fevil.csv", "%2Fetc%2Fevil.csv", "..%5Cevil.csv", "a%00b.csv", "CON.csv")) {
                String id = server.table(name, "a,b\n1,x\n2,y\n");
                String shown = server.json(200, "GET", "/api/tables/" + id, null)
                        .get("name")
                        .asText();
                assertFalse(shown.contains("/") || shown.contains("\\") || shown.contains("\0"), shown);
                assertTrue(Files.exists(home.resolve("tables").resolve(id).resolve("data.csv")));
            }
            for (String id : List.of("..", "..%2f..", "%2e%2e", "tables", "a".repeat(5000))) {
                int status = server.call("GET", "/api/tables/" + id + "/columns", null)
                        .statusCode();
                assertTrue(status == 404 || status == 400 || status == 414 || status == 431, id + ": " + status);
            }
        }
        try (Stream<Path> all = Files.list(folder)) {
            assertEquals(List.of(home), all.toList());
        }
    }

    @Test
    @DisplayName("SQL, other databases and files of the server cannot be reached through what is sent")
    void noQueries() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret.csv"), "password\nhunter2\n");
        try (Running server = new Running(folder.resolve("home"))) {
            for (String cell : List.of(
                    "read_csv('" + secret + "')",
                    "'); COPY (SELECT 1) TO '" + folder.resolve("made") + "'; --",
                    secret.toString())) {
                String quoted = "\"" + cell.replace("\"", "\"\"") + "\"";
                String id = server.table("a.csv", quoted + ",b\n" + (quoted + ",1\n").repeat(3));
                assertFalse(server.text(200, "GET", "/api/tables/" + id + "/columns", null)
                        .contains("hunter2"));
            }
            for (String path : List.of("sql=SELECT%201", "jdbc=jdbc:duckdb:", "file=" + secret)) {
                refused(server, 400, null, "POST", "/api/tables?" + path, new byte[0]);
            }
        }
        assertFalse(Files.exists(folder.resolve("made")));
    }

    private static byte[] zip(String name, byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content);
        }
        return bytes.toByteArray();
    }

    @Test
    @DisplayName("A model that is sent is read as untrusted: bombs, giants and rubbish are refused")
    void untrustedModels() throws IOException {
        Limits limits = new Limits(1 << 20, 1 << 20, 60, 5, 2, 2, 1, 1, 100, 1, 1);
        try (Running server = new Running(folder, limits, new Guard(Running.HOSTS, null, null))) {
            refused(server, 422, null, "POST", "/api/models", utf8("not a zip"));
            refused(server, 422, null, "POST", "/api/models", new byte[0]);
            refused(server, 422, null, "POST", "/api/models", zip("../../evil", utf8("x")));
            refused(server, 413, "--max-upload", "POST", "/api/models", zip("model.json", new byte[3 << 20]));
            String giant =
                    "{\"format\":\"calor\",\"version\":1,\"spec\":{\"network\":{\"width\":100000000,\"depth\":3}}}";
            refused(server, 422, null, "POST", "/api/models", zip("model.json", utf8(giant)));
            refused(server, 422, null, "POST", "/api/models", zip("model.json", utf8("[".repeat(100_000))));
            refused(
                    server,
                    422,
                    null,
                    "POST",
                    "/api/models",
                    zip("model.json", utf8("{\"format\":\"calor\",\"spec\":7}")));
            assertEquals(List.of(), server.log);
        }
    }

    @Test
    @DisplayName("A model file that was changed on disk is not used")
    void changedModel() throws IOException {
        try (Running server = new Running(folder)) {
            String model = server.learn();
            Path file = folder.resolve("models").resolve(model).resolve("model.calor");
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length / 2] ^= 1;
            Files.write(file, bytes);
            HttpResponse<byte[]> answer = server.call("POST", "/api/models/" + model + "/sample", "{\"rows\":2}");
            assertEquals(500, answer.statusCode());
            assertFalse(new String(answer.body(), StandardCharsets.UTF_8).contains(folder.toString()));
        }
    }
}
