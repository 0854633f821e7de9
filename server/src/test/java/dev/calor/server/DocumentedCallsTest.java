package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every curl of docs/server.md, run by a shell against a server. */
class DocumentedCallsTest {
    private static final Pattern URL = Pattern.compile("\\$C(/[^\\s\"?]*)");

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Running server;

    @SuppressWarnings("NullAway.Init")
    private String table;

    @SuppressWarnings("NullAway.Init")
    private String model;

    @BeforeEach
    void start() throws IOException {
        server = new Running(folder.resolve("home"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static List<String> calls() throws IOException {
        return Files.readAllLines(Path.of("..", "docs", "server.md")).stream()
                .filter(line -> line.startsWith("curl "))
                .map(line -> line.replaceFirst("\\s+# .*", ""))
                .toList();
    }

    /** The route that a curl calls. */
    private static String route(String call) {
        Matcher url = URL.matcher(call);
        assertTrue(url.find(), call);
        Matcher method = Pattern.compile("-X (\\w+)").matcher(call);
        boolean body = call.contains(" -d ") || call.contains("--data-binary");
        return (method.find() ? method.group(1) : body ? "POST" : "GET") + " "
                + url.group(1).replaceFirst("\\$[TJM]", "{id}");
    }

    @Test
    @DisplayName("There is a curl for each call")
    void complete() throws IOException {
        Set<String> promised = new TreeSet<>();
        JsonNode paths = server.json(200, "GET", "/openapi.json", null).get("paths");
        paths.properties().forEach(path -> path.getValue()
                .fieldNames()
                .forEachRemaining(method -> promised.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        assertEquals(
                promised,
                calls().stream().map(DocumentedCallsTest::route).collect(Collectors.toCollection(TreeSet::new)));
    }

    @Test
    @DisplayName("Every curl does what it says")
    void run() throws Exception {
        assumeTrue(hasCurl(), "no curl here: install it to try the documented calls");
        Path people = Files.writeString(folder.resolve("people.csv"), people());
        Files.copy(people, folder.resolve("new.csv"));
        Files.copy(people, folder.resolve("holes.csv"));
        table = server.table("people.csv", people());
        Files.writeString(
                folder.resolve("people.schema.json"),
                server.json(200, "GET", "/api/tables/" + table + "/columns", null)
                        .get("schema")
                        .toString());
        model = server.await(server.fit(table, 20)).get("id").asText();
        for (String call : calls()) {
            String route = route(call);
            String answered =
                    bash(call, Map.of("C", server.base, "T", table(route), "J", job(route), "M", model(route)));
            assertTrue(answered.matches("(?s).*\n20[0124]"), call + " answers " + answered);
            if (route.equals("POST /api/jobs")) {
                String job = answered.replaceFirst("(?s).*?\"id\":\"(\\w+)\".*", "$1");
                server.text(204, "DELETE", "/api/jobs/" + job, null); // or the next would wait for it
            }
        }
        assertTrue(Files.readString(folder.resolve("synthetic.csv")).startsWith("age,sex,grade,income\n"));
        assertTrue(Files.readString(folder.resolve("report.html")).contains("Synthetic data report"));
    }

    private static String people() {
        String[] grades = {"low", "mid", "high"};
        StringBuilder text = new StringBuilder("age,sex,grade,income\n");
        for (int row = 0; row < 60; row++) {
            text.append(20 + row)
                    .append(row % 2 == 0 ? ",Female," : ",Male,")
                    .append(grades[row % 3])
                    .append(row % 5 < 2 ? ",high\n" : ",low\n");
        }
        return text.toString();
    }

    /** A table for a call; one that may be lost for one that deletes it. */
    private String table(String route) {
        return route.startsWith("DELETE /api/tables") ? server.table("people.csv", people()) : table;
    }

    /** A job for a call: one that runs to be stopped or deleted, a report that is done to be read. */
    private String job(String route) throws IOException {
        if (route.endsWith("/stop") || route.startsWith("DELETE /api/jobs")) {
            String job = server.fit(table, 1_000_000);
            while (!server.text(200, "GET", "/api/jobs/" + job, null).contains("\"running\"")) {
                Running.pause();
            }
            return job;
        }
        if (route.contains("/report.") || route.contains("/synthetic.")) {
            String order = "{\"kind\":\"report\",\"model\":\"" + model + "\",\"rows\":20}";
            String job = server.json(202, "POST", "/api/jobs", order).get("id").asText();
            server.await(job);
            return job;
        }
        return model;
    }

    private String model(String route) throws IOException {
        if (!route.startsWith("DELETE /api/models")) {
            return model;
        }
        byte[] file = server.call("GET", "/api/models/" + model + "/file", null).body();
        return Json.tree(new String(server.bytes("POST", "/api/models", file).body(), StandardCharsets.UTF_8))
                .get("id")
                .asText();
    }

    private static boolean hasCurl() {
        try {
            return new ProcessBuilder("curl", "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException none) {
            return false;
        }
    }

    /** What a line of a shell writes, in a folder with the files it names; the last line is the status of the answer. */
    private String bash(String line, Map<String, String> variables) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder(
                        "bash", "-c", "curl() { command curl -sS -m 120 -w '\\n%{http_code}' \"$@\"; }; " + line)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        shell.environment().putAll(variables);
        Process process = shell.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), line + ": " + out);
        return out;
    }
}
