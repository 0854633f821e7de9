package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.TableWriter;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @BeforeAll
    static void tables() throws IOException {
        TableWriter.write(Rides.days(300, RandomStream.of(1)), folder.resolve("real.csv"));
        TableWriter.write(Rides.days(200, RandomStream.of(2)), folder.resolve("synthetic.csv"));
        TableWriter.write(Rides.days(150, RandomStream.of(3)), folder.resolve("test.csv"));
        Calor.Outcome fit =
                Calor.run("fit", path("real.csv"), "-o", path("m.calor"), "--set", TableCommandsTest.TINY, "--quiet");
        assertEquals(0, fit.code(), fit.err());
    }

    private static String path(String name) {
        return folder.resolve(name).toString();
    }

    private static Calor.Outcome report(String... more) {
        return Calor.run(
                Stream.concat(Stream.of("report", path("real.csv"), path("synthetic.csv")), Arrays.stream(more))
                        .toArray(String[]::new));
    }

    @Test
    @DisplayName("A page and JSON at once, with a model; the same seed gives the same bytes")
    void whole() throws IOException {
        String[] options = {
            "--test", path("test.csv"), "--target", Rides.WEATHER, "--model", path("m.calor"), "--json", "-o", ""
        };
        options[options.length - 1] = path("first.html");
        Calor.Outcome first = report(options);
        assertEquals(0, first.code(), first.err());
        assertTrue(first.err().contains("wrote " + path("first.html") + ": "), first.err());
        options[options.length - 1] = path("second.html");
        assertEquals(first.out(), report(options).out());
        assertArrayEquals(
                Files.readAllBytes(folder.resolve("first.html")), Files.readAllBytes(folder.resolve("second.html")));
        JsonNode json = new ObjectMapper().readTree(first.out());
        for (String field : List.of("quality", "columnShapes", "pairTrends", "validity")) {
            assertTrue(json.get(field).get("score").asDouble() > 0.5, field);
        }
        assertEquals(6, json.get("columnShapes").get("columns").size());
        assertEquals(15, json.get("pairTrends").get("pairs").size());
        assertTrue(json.get("utility").get("synthetic").asDouble() > 0.5);
        assertEquals(15, json.get("calibration").get("model").get("bins").size());
        assertEquals(2.0 / 3, json.get("privacy").get("idealShare").asDouble(), 1e-9);
        assertEquals(5, json.get("detection").get("boosted").get("aucs").size());
        assertTrue(
                json.get("detection").get("boosted").get("unseen").get("score").asDouble() > 0.7);
        String page = Files.readString(folder.resolve("first.html"));
        assertTrue(page.contains("The model’s card") && page.contains("40 steps"), "no card");
    }

    @Test
    @DisplayName("JSON alone, quietly; a schema and the current profile; columns that are too many are named")
    void jsonAlone() throws IOException {
        Path more = folder.resolve("more.csv");
        List<String> lines = Files.readAllLines(folder.resolve("synthetic.csv"));
        Files.write(more, lines.stream().map(line -> line + ",x").toList());
        assertEquals(
                0,
                Calor.run("schema", path("real.csv"), "-o", path("schema.json")).code());
        Calor.Outcome outcome = Calor.run(
                "report",
                path("real.csv"),
                more.toString(),
                "--schema",
                path("schema.json"),
                "--profile",
                "CURRENT",
                "--json",
                "--quiet");
        assertEquals("", outcome.err());
        JsonNode json = new ObjectMapper().readTree(outcome.out());
        assertEquals("current", json.get("profile").asText());
        assertFalse(json.has("utility"));
        JsonNode fast = new ObjectMapper()
                .readTree(report("--json", "--fast", "--quiet").out());
        assertTrue(fast.get("detection").get("boosted").get("score").asDouble() > 0.5);
        assertFalse(fast.has("kMarginal") || fast.has("privacy"));
    }

    private static void refused(int code, String part, String... arguments) throws IOException {
        Calor.Outcome outcome = Calor.run(arguments);
        assertEquals(code, outcome.code(), outcome.err());
        assertTrue(outcome.err().contains(part), "'" + part + "' is not in: " + outcome.err());
        assertFalse(outcome.err().contains("defect"), outcome.err());
        assertEquals("", outcome.out());
        assertFalse(Files.exists(folder.resolve("bad.html")));
    }

    @Test
    @DisplayName("What is refused: one line, the right exit code, nothing written")
    void refusals() throws IOException {
        String real = path("real.csv");
        String synthetic = path("synthetic.csv");
        String out = path("bad.html");
        Files.writeString(folder.resolve("empty.csv"), "opened,season,weekday,weather,temperature,riders\n");
        Files.writeString(folder.resolve("other.csv"), "season,riders\nwinter,3\n");
        refused(2, "nowhere for the report to go", "report", real, synthetic);
        refused(2, "no such file", "report", real, path("absent.csv"), "-o", out);
        refused(2, "no rows", "report", real, path("empty.csv"), "-o", out);
        refused(2, "has no column 'opened'", "report", real, path("other.csv"), "-o", out);
        refused(2, "there is no column 'x'", "report", real, synthetic, "--test", real, "--target", "x", "-o", out);
        refused(
                2,
                "only numbers and levels",
                "report",
                real,
                synthetic,
                "--test",
                real,
                "--target",
                "opened",
                "-o",
                out);
        refused(2, "there is no folder", "report", real, synthetic, "-o", path("absent/report.html"));
        refused(2, "is a folder", "report", real, synthetic, "-o", folder.toString());
        refused(2, "not one of paper, current", "report", real, synthetic, "--profile", "old", "-o", out);
        refused(1, "not a model", "report", real, synthetic, "--model", real, "-o", out);
    }

    @Test
    @DisplayName("A browser shows the page without errors")
    void browser() throws Exception {
        String chromium = chromium();
        assertTrue(
                chromium != null || System.getenv("CALOR_REQUIRE_BROWSER") == null,
                "CALOR_REQUIRE_BROWSER is set, but there is no browser: install chromium");
        Assumptions.assumeTrue(
                chromium != null,
                "no browser: set CALOR_CHROMIUM, or put chromium on the PATH, to try the page in one");
        Calor.Outcome outcome = report("-o", path("browser.html"), "--quiet");
        assertEquals(0, outcome.code(), outcome.err());
        Process process = new ProcessBuilder(
                        String.valueOf(chromium),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--enable-logging=stderr",
                        "--user-data-dir=" + path("profile"),
                        "--dump-dom",
                        folder.resolve("browser.html").toUri().toString())
                .redirectError(folder.resolve("browser.log").toFile())
                .redirectOutput(folder.resolve("browser.dom").toFile())
                .start();
        try {
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), "the browser did not end in two minutes");
        } finally {
            process.destroyForcibly();
        }
        String dom = Files.readString(folder.resolve("browser.dom"));
        String log = Files.readString(folder.resolve("browser.log"));
        assertEquals(0, process.exitValue(), log);
        assertTrue(dom.contains("Single columns") && dom.contains("</html>"), dom + log);
        assertFalse(log.contains("CONSOLE"), log);
    }

    private static @org.jspecify.annotations.Nullable String chromium() {
        String given = System.getenv("CALOR_CHROMIUM");
        if (given != null) {
            return given;
        }
        return Stream.of(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
                .flatMap(place -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(place, name)))
                .filter(Files::isExecutable)
                .map(Path::toString)
                .findFirst()
                .orElse(null);
    }
}
