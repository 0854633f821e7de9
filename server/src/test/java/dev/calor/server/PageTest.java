package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The page in a real browser. With {@code -Dcalor.pictures=FOLDER} the way through it leaves a picture of every step there.
 */
class PageTest {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 800;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private @Nullable Running running;
    private @Nullable Browser browser;

    @BeforeEach
    void start() throws IOException {
        assertTrue(
                Browser.isInstalled() || System.getenv("CALOR_REQUIRE_BROWSER") == null,
                "CALOR_REQUIRE_BROWSER is set, but there is no browser: install chromium and chromium-driver");
        assumeTrue(Browser.isInstalled(), "no browser here: install chromium and chromium-driver to test the page");
        running = new Running(folder.resolve("home"));
        browser = new Browser(Files.createDirectory(folder.resolve("downloads")), WIDTH, HEIGHT, false);
    }

    @AfterEach
    void stop() {
        if (browser != null) {
            browser.close();
        }
        if (running != null) {
            running.close();
        }
    }

    private Browser page() {
        return Objects.requireNonNull(browser);
    }

    private Running server() {
        return Objects.requireNonNull(running);
    }

    private Path file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    /** What axe-core finds wrong, as 'rule: element'. */
    private List<String> violations() throws IOException {
        try (InputStream axe = PageTest.class.getResourceAsStream("axe-4.10.3.min.js")) {
            page().run(new String(Objects.requireNonNull(axe).readAllBytes(), StandardCharsets.UTF_8));
        }
        JsonNode found = page().runAsync(
                        "axe.run({ iframes: false }).then((result) => done(result.violations.flatMap((one) =>"
                                + " one.nodes.map((node) => one.id + ': ' + node.html.slice(0, 120) + ' ' + node.failureSummary))))");
        List<String> all = new ArrayList<>();
        found.forEach(one -> all.add(one.asText()));
        return all;
    }

    private void look(String step) throws IOException {
        assertEquals(List.of(), violations(), step);
        assertEquals(List.of(), page().complaints(), step);
        String pictures = System.getProperty("calor.pictures");
        if (pictures != null) {
            page().picture(Path.of(pictures, "serve-" + step + ".png"), 1100);
        }
    }

    /** Drops a file on the page as a hand would: an event with the file in it. */
    private void drop(Path file) throws IOException {
        page().until("there is a place to drop", () -> !page().text(".drop").isEmpty());
        page().run("const data = new DataTransfer(); data.items.add(new File([" + Json.text(Files.readString(file))
                + "], "
                + Json.text(file.getFileName().toString())
                + ")); document.querySelector('.drop').dispatchEvent(new DragEvent('drop',"
                + " { dataTransfer: data, bubbles: true, cancelable: true }));");
    }

    @Test
    @DisplayName(
            "From a dropped file to a downloaded sample, a what-if and a report, with a reload in the middle of learning")
    void wholeWay() throws IOException {
        page().open(server().base + "/");
        page().untilText("h1", "Bring a table");
        look("1-start");
        drop(file("people.csv", People.csv(300)));
        page().untilText("h1", "people.csv");
        page().untilText(".preset", "on this machine");
        look("2-schema");
        page().run("document.querySelector('input[type=number]').value = '0.4'");
        page().click("#learn");
        page().untilText("h1", "Learning people.csv");
        page().untilText("main", "as learned so far");
        look("3-learning");
        String before = page().url();
        page().reload();
        page().untilText("#state", "step");
        assertEquals(before, page().url());
        page().untilText("#state", "Done");
        look("4-done");
        page().click("#use");
        page().untilText("h2", "Synthetic rows");
        page().click("#preview");
        page().untilText("caption", "Ten synthetic rows");
        look("5-sample");
        page().run("document.querySelector('input[type=number]').value = '50'");
        page().click("#download");
        Path sample = folder.resolve("downloads/synthetic.csv");
        page().until("the sample is downloaded", () -> Files.exists(sample));
        Table rows = TableSource.file(sample).read();
        assertEquals(50, rows.rows());
        assertEquals(List.of("age", "sex", "city", "income"), rows.schema().names());
        whatIf();
        report();
    }

    private void whatIf() throws IOException {
        page().click("[role=tab]:nth-child(2)");
        page().until(
                        "there are three answers and more",
                        () -> page().run("return document.querySelectorAll('.columns li').length")
                                        .asInt()
                                == 4);
        page().run("const s = [...document.querySelectorAll('select')].find((one) =>"
                + " [...one.options].some((option) => option.value === 'high'));"
                + " s.value = 'high'; s.dispatchEvent(new Event('change'))");
        page().until(
                        "income is no longer asked",
                        () -> page().run("return document.querySelectorAll('.columns li').length")
                                        .asInt()
                                == 3);
        page().runAsync("setTimeout(done, 600)"); // until the bars have moved
        look("6-what-if");
    }

    @Test
    @DisplayName("A column that is set on the page moves the bars of the others, to where the table has them")
    void barsMove() throws IOException {
        String model = Trees.model(server(), folder);
        page().open(server().base + "/#/models/" + model);
        page().click("[role=tab]:nth-child(2)");
        page().until("there are answers", () -> drawn("fern") > 0);
        for (String a : List.of("ash", "cedar")) {
            double before = share("fern");
            page().run("const s = document.querySelector('.fields select'); s.value = '" + a
                    + "'; s.dispatchEvent(new Event('change'))");
            page().until("the bars have moved", () -> Math.abs(share("fern") - before) > 1e-9);
            // 256 draws: three standard errors are .09; and .05 for what a training of seconds does not learn.
            assertEquals(Trees.truth(a).getOrDefault("fern", 0.0), share("fern"), 0.14, a);
        }
    }

    /** The share of a level of column c, by the lengths of the bars as they are drawn. */
    private double share(String level) {
        return drawn(level) / Trees.C.stream().mapToDouble(this::drawn).sum();
    }

    /** The length of a bar of column c as it is drawn; 0 where there is none. */
    private double drawn(String level) {
        return page().run("const item = [...document.querySelectorAll('.columns li')].find((one) =>"
                        + " one.querySelector('h3').textContent === 'c');"
                        + " const texts = [...(item?.querySelectorAll('text') ?? [])].map((one) => one.textContent);"
                        + " return Number(item?.querySelectorAll('rect:not(.before)')[texts.indexOf('" + level
                        + "') / 2]?.getAttribute('width') ?? 0)")
                .asDouble();
    }

    private void report() throws IOException {
        page().click("[role=tab]:nth-child(6)");
        page().click("#report");
        page().untilText("#state", "Done");
        page().until("the report is in its frame", () -> page().run(
                        "return document.querySelector('iframe')?.contentDocument?.querySelector('h1')?.textContent ?? ''")
                .asText()
                .equals("Synthetic data report"));
        look("7-report");
    }

    @Test
    @DisplayName(
            "Jobs queue, new rows are drawn during training, a restarted server resumes, and stopping early keeps the model")
    void restart() throws IOException {
        // Each row is seen at most 800 times: with few rows the first job would end before the server comes back.
        String table = server().table("people.csv", People.csv(6_000));
        String first = server().fit(table, 1_000_000);
        String second = server().fit(table, 20);
        page().open(server().base + "/#/jobs/" + second);
        page().untilText("#state", "Waiting for its turn");
        page().open(server().base + "/#/jobs/" + first);
        page().untilText("main", "as learned so far");
        String rows = page().text("tbody");
        page().until("other rows are shown", () -> !page().text("tbody").equals(rows));
        int port = URI.create(server().base).getPort();
        server().close();
        page().untilText("#said", "Waiting for the server");
        running = new Running(folder.resolve("home"), Limits.STANDARD, new Guard(Running.HOSTS, null, null), port);
        page().until("the page goes on by itself", () -> page().text("#said").isEmpty());
        page().untilText("#state", "Learning, step");
        assertEquals(
                1,
                server().json(200, "GET", "/api/jobs/" + first, null)
                        .at("/status/resumed")
                        .asInt());
        page().click("#stop");
        page().untilText("#state", "stopped early; what was learned is kept");
        server().await(second);
        page().click("#use");
        page().untilText("h2", "Synthetic rows");
        askWithoutAColumn();
    }

    private void askWithoutAColumn() throws IOException {
        page().click("[role=tab]:nth-child(4)");
        page().type(
                        "#panel input[type=file]",
                        file("some.csv", "age,sex\n30,Male\n").toString());
        page().click("#panel button.main");
        page().untilText("#panel", "The file has no column 'city', 'income': taken as missing in every row.");
    }

    @Test
    @DisplayName("Markup in names and levels is shown, and executes nothing")
    void hostileFile() throws IOException {
        String evil = "<img src=x onerror=window.owned=1>";
        StringBuilder text = new StringBuilder(evil + ",<script>window.owned=1</script>,\"'\"\"><b>x\"\n");
        for (int row = 0; row < 40; row++) {
            text.append(row % 3 == 0 ? "<svg onload=window.owned=1>" : "javascript:window.owned=1")
                    .append(",</script><script>window.owned=1</script>")
                    .append(row % 2)
                    .append(',')
                    .append(row % 7)
                    .append('\n');
        }
        page().open(server().base + "/");
        drop(file("evil.csv", text.toString()));
        page().untilText("h1", "evil.csv");
        page().untilText("main", evil);
        look("hostile");
        String table = page().url().replaceFirst(".*/", "");
        String model = server().await(server().fit(table, 40)).get("id").asText();
        page().open(server().base + "/#/models/" + model);
        page().untilText("h2", "Synthetic rows");
        page().click("#preview");
        page().untilText("table", "<svg onload");
        String order = "{\"kind\":\"report\",\"model\":\"" + model + "\",\"rows\":50}";
        String job = server().json(202, "POST", "/api/jobs", order).get("id").asText();
        server().await(job);
        page().open(server().base + "/#/jobs/" + job);
        page().until("the report is in its frame", () -> page().run(
                        "return document.querySelector('iframe')?.contentDocument?.body?.textContent ?? ''")
                .asText()
                .contains(evil));
        assertTrue(page().run("return window.owned === undefined").asBoolean());
        assertFalse(page().complaints().stream().anyMatch(one -> one.contains("owned")));
    }

    @Test
    @DisplayName("Every error says what to do; a refused type is explained where it was chosen")
    void errors() throws IOException {
        page().open(server().base + "/");
        drop(file("picture.exe", "MZ"));
        page().untilText("[role=alert]", "known are .csv");
        drop(file("people.csv", People.csv(60)));
        page().untilText("h1", "people.csv");
        page().run("const s = [...document.querySelectorAll('.columns select')][1];"
                + " s.value = 'numeric'; s.dispatchEvent(new Event('change'))");
        page().untilText(".columns", "'Female' is not a finite number");
        page().open(server().base + "/#/models/000000000000");
        page().untilText("[role=alert]", "there is no model");
    }

    @Test
    @DisplayName("The keyboard alone leads to the main job, and a phone and the dark see the page whole")
    void keyboardAndPhone() throws IOException {
        page().open(server().base + "/");
        page().untilText("h1", "Bring a table");
        for (int i = 0;
                i < 8
                        && !page().run("return document.activeElement.id === 'example'")
                                .asBoolean();
                i++) {
            page().press("\uE004");
        }
        page().press("\uE007");
        page().untilText("h1", "rides.csv");
        try (Browser phone = new Browser(folder.resolve("downloads"), 500, 800, true)) {
            phone.open(page().url());
            phone.untilText("h1", "rides.csv");
            assertTrue(phone.run("return document.documentElement.scrollWidth <= innerWidth")
                    .asBoolean());
            assertTrue(phone.run("return matchMedia('(prefers-color-scheme: dark)').matches")
                    .asBoolean());
            Browser light = browser;
            browser = phone;
            look("phone");
            browser = light;
        }
    }
}
