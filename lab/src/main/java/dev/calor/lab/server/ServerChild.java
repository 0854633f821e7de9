package dev.calor.lab.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

/** A server in a process of its own, on loopback, started by the launcher as a user does. */
final class ServerChild implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long POLL_MILLIS = 10;

    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();
    private final Process process;
    private final String base;
    private final double secondsToFirstAnswer;
    private final double processorSeconds;

    /** Starts it and waits for its first answer. */
    ServerChild(Path home) throws IOException {
        long began = System.nanoTime();
        process = new ProcessBuilder(
                        System.getProperty("calor.launcher", "./calor"),
                        "serve",
                        "--port",
                        "0",
                        "--home",
                        home.toString())
                .redirectErrorStream(true)
                .start();
        BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
        base = address(out);
        while (!answers()) {
            sleep(POLL_MILLIS);
        }
        secondsToFirstAnswer = (System.nanoTime() - began) / 1e9;
        processorSeconds =
                process.info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
        Thread drain = new Thread(() -> drain(out), "drain");
        drain.setDaemon(true);
        drain.start();
    }

    /** The address that the server prints when it is ready; a build, or Java, may print something before. */
    private static String address(BufferedReader out) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.contains("http://")) {
                return line.replaceFirst(".*(http://[^/]+)/.*", "$1");
            }
            said.append(line).append('\n');
        }
        throw new IOException("the server did not start: " + said);
    }

    /** Keeps reading; otherwise the process would block when it writes. */
    private static void drain(BufferedReader out) {
        try {
            while (out.readLine() != null) {
                // complaints are not what is measured
            }
        } catch (IOException ended) {
            // with the process
        }
    }

    private boolean answers() {
        try {
            return send("GET", "/health", new byte[0]).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Processor time until then, user and system, of the launcher's shell and of Java. */
    double processorSeconds() {
        return processorSeconds;
    }

    double secondsToFirstAnswer() {
        return secondsToFirstAnswer;
    }

    /** Any call. */
    HttpResponse<byte[]> send(String method, String path, byte[] body) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(base + path))
                .timeout(Duration.ofMinutes(2))
                .method(method, body.length == 0 ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(body))
                .build();
        try {
            return client.send(request, BodyHandlers.ofByteArray());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", ended);
        }
    }

    /** A call that must succeed, and its JSON. */
    JsonNode json(String method, String path, String body) throws IOException {
        HttpResponse<byte[]> response = send(method, path, body.getBytes(StandardCharsets.UTF_8));
        if (response.statusCode() >= 300) {
            throw new IOException(method + " " + path + ": " + response.statusCode() + " "
                    + new String(response.body(), StandardCharsets.UTF_8));
        }
        return JSON.readTree(response.body());
    }

    /** Orders a fit of about this many seconds; returns the job's id. */
    String fit(String table, double seconds) throws IOException {
        String order = String.format(
                Locale.ROOT,
                "{\"kind\":\"fit\",\"table\":\"%s\",\"preset\":\"fast\",\"seconds\":%.1f}",
                table,
                seconds);
        return json("POST", "/api/jobs", order).get("id").asText();
    }

    /** The status of a job. */
    JsonNode status(String job) throws IOException {
        return json("GET", "/api/jobs/" + job, "").get("status");
    }

    /** Waits for a job to end well. */
    void await(String job) throws IOException {
        while (true) {
            JsonNode status = status(job);
            if (status.get("state").asText().equals("done")) {
                return;
            }
            if (status.get("state").asText().equals("failed")) {
                throw new IOException("job " + job + " failed: " + status.get("message"));
            }
            sleep(200);
        }
    }

    /** Its resident memory in megabytes, native memory included. */
    double megabytes() throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc/" + process.pid() + "/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                            .sum()
                    / 1024;
        }
    }

    /** Ends it without warning: kill -9. */
    void kill() throws IOException {
        process.destroyForcibly();
        waitFor();
    }

    @Override
    public void close() throws IOException {
        process.destroy();
        waitFor();
    }

    private void waitFor() throws IOException {
        try {
            process.waitFor();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", ended);
        }
    }

    static void sleep(long millis) throws IOException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", ended);
        }
    }
}
