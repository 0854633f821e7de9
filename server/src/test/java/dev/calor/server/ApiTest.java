package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.cli.Calor;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the calls do, on one model that was learned here; the command line is the oracle. */
class ApiTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Running server;

    @SuppressWarnings("NullAway.Init")
    private static String model;

    @SuppressWarnings("NullAway.Init")
    private static Path modelFile;

    @BeforeAll
    static void start() throws IOException {
        server = new Running(folder.resolve("home"));
        model = server.learn();
        modelFile = folder.resolve("people.calor");
        Files.write(
                modelFile,
                server.call("GET", "/api/models/" + model + "/file", null).body());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void calor(String... arguments) {
        assertEquals(0, Calor.run(arguments));
    }

    private static String sample(String order) {
        return server.text(200, "POST", "/api/models/" + model + "/sample", order);
    }

    @Test
    @DisplayName("A sample, with conditions or without, is the command line's, byte for byte")
    void sampleIsTheCommandLines() throws IOException {
        Path file = folder.resolve("sample.csv");
        calor("sample", modelFile.toString(), "-n", "30", "--seed", "5", "--quiet", "-o", file.toString());
        assertEquals(Files.readString(file), sample("{\"rows\":30,\"seed\":5}"));
        calor(
                "sample",
                modelFile.toString(),
                "-n",
                "20",
                "--where",
                "age>=60",
                "--where",
                "sex=Male",
                "--no-missing",
                "--quiet",
                "-o",
                file.toString());
        assertEquals(
                Files.readString(file),
                sample(
                        "{\"rows\":20,\"missing\":false,\"where\":[{\"column\":\"age\",\"operator\":\">=\",\"values\":[\"60\"]},"
                                + "{\"column\":\"sex\",\"operator\":\"=\",\"values\":[\"Male\"]}]}"));
    }

    @Test
    @DisplayName("A condition on missing values takes none; what is not an operator, or has no value, is a bad request")
    void presence() {
        String present = sample("{\"rows\":20,\"where\":[{\"column\":\"age\",\"operator\":\"is not missing\"}]}");
        assertEquals(21, present.lines().count());
        for (String where : List.of(
                "{\"column\":\"age\",\"operator\":\"is missing\",\"values\":[\"60\"]}",
                "{\"column\":\"age\",\"operator\":\"=\"}",
                "{\"column\":\"age\",\"operator\":\"like\",\"values\":[\"60\"]}")) {
            server.text(400, "POST", "/api/models/" + model + "/sample", "{\"rows\":2,\"where\":[" + where + "]}");
        }
    }

    @Test
    @DisplayName("Many samples at once are the same as one after the other")
    void concurrentSamples() throws Exception {
        List<String> alone = IntStream.range(0, 4)
                .mapToObj(seed -> sample("{\"rows\":12,\"seed\":" + seed + "}"))
                .toList();
        ExecutorService clients = Executors.newFixedThreadPool(8);
        List<Callable<String>> calls = IntStream.range(0, 16)
                .<Callable<String>>mapToObj(i -> () -> sample("{\"rows\":12,\"seed\":" + i % 4 + "}"))
                .toList();
        List<Future<String>> answers = clients.invokeAll(calls);
        for (int i = 0; i < 16; i++) {
            assertEquals(alone.get(i % 4), answers.get(i).get());
        }
        clients.shutdown();
    }

    @Test
    @DisplayName("A sample of several pieces has all its rows once, streamed or gathered")
    void longSample() throws IOException {
        for (String format : List.of("jsonl", "parquet")) {
            String order = "{\"rows\":1100,\"format\":\"" + format + "\"}";
            Path file = folder.resolve("long." + format);
            Files.write(
                    file,
                    server.call("POST", "/api/models/" + model + "/sample", order)
                            .body());
            Table rows = TableSource.file(file).read();
            assertEquals(1100, rows.rows(), format);
            assertEquals(List.of("age", "sex", "city", "income"), rows.schema().names());
        }
    }

    @Test
    @DisplayName("Imputing, scoring and classifying a second file give what the command line gives")
    void answersAreTheCommandLines() throws IOException {
        Path asked = Files.writeString(folder.resolve("asked.csv"), People.csv(40));
        String body = Files.readString(asked);
        Path out = folder.resolve("answer.csv");
        String path = "/api/models/" + model;
        calor("impute", modelFile.toString(), asked.toString(), "--draws", "3", "--quiet", "-o", out.toString());
        assertEquals(Files.readString(out), server.text(200, "POST", path + "/impute?name=a.csv&draws=3", body));
        calor("score", modelFile.toString(), asked.toString(), "--quiet", "-o", out.toString());
        assertEquals(Files.readString(out), server.text(200, "POST", path + "/score?name=a.csv", body));
        calor(
                "classify",
                modelFile.toString(),
                asked.toString(),
                "--target",
                "income",
                "--quiet",
                "-o",
                out.toString());
        assertEquals(
                Files.readString(out), server.text(200, "POST", path + "/classify?name=a.csv&target=income", body));
    }

    @Test
    @DisplayName(
            "Rows with values never seen and without a column are scored as on the command line, and the absence is"
                    + " told")
    void strangeRowsAreScored() throws IOException {
        Path asked = Files.writeString(folder.resolve("strange.csv"), "age,sex,city\n30,Male,Atlantis\n900,Female,\n");
        Path out = folder.resolve("strange-answer.csv");
        calor("score", modelFile.toString(), asked.toString(), "--quiet", "-o", out.toString());
        String path = "/api/models/" + model + "/score?name=a.csv";
        HttpResponse<byte[]> answer = server.call("POST", path, Files.readString(asked));
        assertEquals(Files.readString(out), new String(answer.body(), StandardCharsets.UTF_8));
        assertEquals(
                "has no column 'income': taken as missing in every row",
                URLDecoder.decode(answer.headers().firstValue("Calor-Warning").orElseThrow(), StandardCharsets.UTF_8));
        assertEquals(
                422,
                server.call("POST", path + "&unknown=refuse", Files.readString(asked))
                        .statusCode());
    }

    @Test
    @DisplayName("The report has the numbers of calor report")
    void reportIsTheCommandLines() throws IOException {
        String test = server.table("unseen.csv", People.csv(90));
        String order = "{\"kind\":\"report\",\"model\":\"" + model + "\",\"rows\":150,\"test\":\"" + test
                + "\",\"target\":\"income\"}";
        String job = server.json(202, "POST", "/api/jobs", order).get("id").asText();
        server.await(job);
        JsonNode numbers = server.json(200, "GET", "/api/jobs/" + job + "/report.json", null);
        Path synthetic = folder.resolve("synthetic.csv");
        Files.writeString(synthetic, server.text(200, "GET", "/api/jobs/" + job + "/synthetic.csv", null));
        Path real = Files.writeString(folder.resolve("real.csv"), People.csv(200));
        Path unseen = Files.writeString(folder.resolve("unseen.csv"), People.csv(90));
        Path page = folder.resolve("report.html");
        calor(
                "report",
                real.toString(),
                synthetic.toString(),
                "--test",
                unseen.toString(),
                "--target",
                "income",
                "--model",
                modelFile.toString(),
                "--quiet",
                "-o",
                page.toString());
        String own = server.text(200, "GET", "/api/jobs/" + job + "/report.html", null);
        assertEquals(
                Files.readString(page).replace(folder + "/", "").replace("real.csv", "people.csv"),
                own.replace("test.csv", "unseen.csv"));
        assertTrue(numbers.isObject() && numbers.size() > 3);
    }

    private static JsonNode whatIf(String set) {
        return server.json(200, "POST", "/api/models/" + model + "/what-if", "{\"set\":" + set + "}");
    }

    @Test
    @DisplayName("A column that is set is no longer asked, shares sum to one, and with nothing set nothing moves")
    void whatIf() {
        for (JsonNode column : whatIf("{\"sex\":\"Male\",\"age\":\"30\"}")) {
            double sum = IntStream.range(0, column.get("shares").size())
                    .mapToDouble(i -> column.get("shares").get(i).asDouble())
                    .sum();
            assertEquals(1, sum, 1e-3, "rounded to four decimals, at most four of them");
        }
        JsonNode none = whatIf("{}");
        assertEquals(4, none.size());
        for (JsonNode column : none) {
            assertEquals(column.get("before"), column.get("shares"), "with nothing set nothing moves");
        }
        server.text(422, "POST", "/api/models/" + model + "/what-if", "{\"set\":{\"sex\":\"Neither\"}}");
        server.text(422, "POST", "/api/models/" + model + "/what-if", "{\"set\":{\"nobody\":\"1\"}}");
    }

    @Test
    @DisplayName("A model that is downloaded can be sent again and gives the same rows")
    void modelRoundTrip() throws IOException {
        HttpResponse<byte[]> sent = server.bytes("POST", "/api/models?name=mine.calor", Files.readAllBytes(modelFile));
        assertEquals(201, sent.statusCode());
        JsonNode stored = Json.tree(new String(sent.body(), StandardCharsets.UTF_8));
        assertEquals("mine.calor", stored.get("name").asText());
        String order = "{\"rows\":9}";
        assertEquals(
                sample(order),
                server.text(200, "POST", "/api/models/" + stored.get("id").asText() + "/sample", order));
        server.text(204, "DELETE", "/api/models/" + stored.get("id").asText(), null);
        server.text(404, "GET", "/api/models/" + stored.get("id").asText(), null);
    }

    @Test
    @DisplayName(
            "A table may come compressed; its schema can be changed, and what does not fit is refused with the reason")
    void schema() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(People.csv(50).getBytes(StandardCharsets.UTF_8));
        }
        HttpResponse<byte[]> sent = server.bytes("POST", "/api/tables?name=people.csv.gz", packed.toByteArray());
        String id = Json.tree(new String(sent.body(), StandardCharsets.UTF_8))
                .get("id")
                .asText();
        JsonNode columns = server.json(200, "GET", "/api/tables/" + id + "/columns", null);
        assertEquals("integer", columns.at("/schema/columns/0/type").asText());
        JsonNode changed =
                server.json(200, "PATCH", "/api/tables/" + id + "/schema", "{\"column\":\"age\",\"type\":\"numeric\"}");
        assertEquals("numeric", changed.at("/schema/columns/0/type").asText());
        JsonNode refused =
                server.json(422, "PATCH", "/api/tables/" + id + "/schema", "{\"column\":\"sex\",\"type\":\"integer\"}");
        assertTrue(refused.get("message").asText().contains("people.csv.gz"), refused.toString());
        assertFalse(refused.get("message").asText().contains(folder.toString()), refused.toString());
        ObjectNode schema = changed.get("schema").deepCopy();
        ((ObjectNode) schema.at("/columns/2"))
                .put("type", "ordinal")
                .putArray("levels")
                .add("Oslo")
                .add("Rome");
        JsonNode lacking = server.json(422, "PUT", "/api/tables/" + id + "/schema", schema.toString());
        assertTrue(lacking.get("message").asText().contains("'Lima' is not in [Oslo, Rome]"), lacking.toString());
        assertEquals(
                changed, server.json(200, "GET", "/api/tables/" + id + "/columns", null), "nothing of it was taken");
        server.text(204, "DELETE", "/api/tables/" + id, null);
    }

    @Test
    @DisplayName("Events tell of a job until it ends, and stopping early keeps what is learned")
    void eventsAndStop() throws Exception {
        String job = server.fit(server.table("people.csv", People.csv(100)), 100_000);
        Future<HttpResponse<byte[]>> events = Executors.newSingleThreadExecutor()
                .submit(() -> server.call("GET", "/api/jobs/" + job + "/events", null, "Accept", "text/event-stream"));
        while (server.json(200, "GET", "/api/jobs/" + job, null)
                        .at("/status/step")
                        .asLong()
                == 0) {
            Running.pause();
        }
        server.text(200, "POST", "/api/jobs/" + job + "/stop", null);
        JsonNode ended = server.await(job);
        assertTrue(ended.at("/status/message").asText().startsWith("stopped early"));
        String heard = new String(events.get().body(), StandardCharsets.UTF_8);
        assertTrue(heard.startsWith("event: job\n") && heard.contains("\"state\":\"done\""), heard);
        server.text(200, "POST", "/api/models/" + job + "/sample", "{\"rows\":2}");
    }

    @Test
    @DisplayName("A job that is deleted while it runs leaves nothing")
    void cancel() throws IOException {
        String job = server.fit(server.table("people.csv", People.csv(100)), 100_000);
        while (!server.json(200, "GET", "/api/jobs/" + job, null)
                .at("/status/state")
                .asText()
                .equals("running")) {
            Running.pause();
        }
        server.text(204, "DELETE", "/api/jobs/" + job, null);
        server.text(404, "GET", "/api/jobs/" + job, null);
        String next = server.fit(server.table("people.csv", People.csv(100)), 20);
        server.await(next); // the lane is free again
        assertFalse(Files.exists(folder.resolve("home/jobs/" + job)));
        server.text(404, "GET", "/api/models/" + job, null);
    }

    @Test
    @DisplayName("Metrics count requests by route and never by what clients wrote")
    void metrics() {
        server.call("GET", "/secret-path-of-a-client", null);
        String text = server.text(200, "GET", "/metrics", null);
        assertTrue(text.contains("calor_requests_total{method=\"GET\",route=\"other\",status=\"404\"}"), text);
        assertTrue(text.contains("calor_jobs{state=\"done\"}"), text);
        assertFalse(text.contains("secret-path"), text);
    }

    @Test
    @DisplayName("Every file of the page is served, and nothing else")
    void pages() {
        for (String path : PageCalls.FILES.keySet()) {
            assertEquals(200, server.call("GET", path, null).statusCode(), path);
        }
        for (String path : List.of("/page/app.js", "/..%2fapp.js", "/index.html", "/package-info.class")) {
            int status = server.call("GET", path, null).statusCode();
            assertTrue(status == 404 || status == 400, path + ": " + status);
        }
    }
}
