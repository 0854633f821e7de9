package dev.calor.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Headless Chromium, driven by the W3C WebDriver protocol of chromedriver. */
final class Browser implements AutoCloseable {
    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

    private final HttpClient client = HttpClient.newHttpClient();
    private final Process driver;
    private final String session;

    /** Whether there is a browser here to test with. */
    static boolean isInstalled() {
        return find("chromedriver") != null && find("chromium") != null;
    }

    private static @Nullable Path find(String program) {
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            Path file = Path.of(folder, program);
            if (Files.isExecutable(file)) {
                return file;
            }
        }
        return null;
    }

    /** A window of a size, in a colour scheme, that saves downloads to a folder. */
    Browser(Path downloads, int width, int height, boolean dark) throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        driver = new ProcessBuilder(String.valueOf(find("chromedriver")), "--port=" + port)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String base = "http://127.0.0.1:" + port;
        ObjectNode options = Json.MAPPER.createObjectNode();
        options.put("binary", String.valueOf(find("chromium")));
        List<String> arguments = List.of(
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--force-device-scale-factor=1",
                "--window-size=" + width + "," + height,
                "--blink-settings=preferredColorScheme=" + (dark ? 0 : 1));
        options.set("args", Json.MAPPER.valueToTree(arguments));
        options.set("prefs", Json.MAPPER.valueToTree(Map.of("download.default_directory", downloads.toString())));
        ObjectNode body = Json.MAPPER.createObjectNode();
        ObjectNode always = body.putObject("capabilities").putObject("alwaysMatch");
        always.set("goog:chromeOptions", options);
        always.putObject("goog:loggingPrefs").put("browser", "ALL");
        until("chromedriver answers", () -> answers(base));
        session = base + "/session/"
                + post(base + "/session", body).get("sessionId").asText();
    }

    private boolean answers(String base) {
        try {
            return request("GET", base + "/status", null).path("ready").asBoolean();
        } catch (UncheckedIOException notYet) {
            return false;
        }
    }

    private JsonNode request(String method, String url, @Nullable JsonNode body) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(Duration.ofMinutes(2))
                    .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body.toString()))
                    .build();
            JsonNode value = Json.tree(
                            client.send(request, BodyHandlers.ofString()).body())
                    .path("value");
            if (value.has("error")) {
                throw new AssertionError(value.path("error").asText() + ": "
                        + value.path("message").asText().lines().findFirst().orElse(""));
            }
            return value;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException ended) {
            throw new AssertionError(ended);
        }
    }

    private JsonNode post(String url, JsonNode body) {
        return request("POST", url, body);
    }

    private static ObjectNode body() {
        return Json.MAPPER.createObjectNode();
    }

    void open(String url) {
        post(session + "/url", body().put("url", url));
    }

    void reload() {
        post(session + "/refresh", body());
    }

    String url() {
        return request("GET", session + "/url", null).asText();
    }

    /** The value of a script's {@code return}. */
    JsonNode run(String script) {
        ObjectNode body = body().put("script", script);
        body.putArray("args");
        return post(session + "/execute/sync", body);
    }

    /** What an asynchronous script gives to {@code done}. */
    JsonNode runAsync(String script) {
        ObjectNode body = body().put("script", "const done = arguments[arguments.length - 1];" + script);
        body.putArray("args");
        return post(session + "/execute/async", body);
    }

    private String element(String selector) {
        until("there is a " + selector, () -> run("return !!document.querySelector(" + Json.text(selector) + ")")
                .asBoolean());
        return session
                + "/element/"
                + post(session + "/element", body().put("using", "css selector").put("value", selector))
                        .get(ELEMENT)
                        .asText();
    }

    void click(String selector) {
        post(element(selector) + "/click", body());
    }

    /** Types into a control; into one for files, their names. */
    void type(String selector, String text) {
        post(element(selector) + "/value", body().put("text", text));
    }

    void press(String key) {
        ObjectNode body = body();
        ObjectNode keys =
                body.putArray("actions").addObject().put("type", "key").put("id", "keys");
        keys.putArray("actions")
                .add(body().put("type", "keyDown").put("value", key))
                .add(body().put("type", "keyUp").put("value", key));
        post(session + "/actions", body);
    }

    String text(String selector) {
        return run("return document.querySelector(" + Json.text(selector) + ")?.textContent ?? ''")
                .asText();
    }

    void untilText(String selector, String part) {
        until(selector + " says " + part, () -> text(selector).contains(part));
    }

    /** Waits for something of the page, and fails after a while. */
    void until(String what, BooleanSupplier condition) {
        for (int i = 0; i < 1200; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            Running.pause();
        }
        throw new AssertionError("waited in vain until " + what);
    }

    /** What the page complained about: refused by its policy, failed, or not found. */
    List<String> complaints() {
        JsonNode log = post(session + "/se/log", body().put("type", "browser"));
        return log.findValues("message").stream().map(JsonNode::asText).toList();
    }

    /** A picture of the whole page, or of its first so many pixels. */
    void picture(Path file, int mostHeight) throws IOException {
        int width = run("return innerWidth").asInt();
        int height = Math.min(
                mostHeight, run("return document.documentElement.scrollHeight").asInt());
        ObjectNode body = body().put("cmd", "Page.captureScreenshot");
        ObjectNode clip =
                body.putObject("params").put("captureBeyondViewport", true).putObject("clip");
        clip.put("x", 0).put("y", 0).put("width", width).put("height", height).put("scale", 1);
        String data = post(session + "/goog/cdp/execute", body).get("data").asText();
        Files.write(file, Base64.getDecoder().decode(data));
    }

    @Override
    public void close() {
        try {
            request("DELETE", session, null);
        } finally {
            driver.destroy();
        }
    }
}
