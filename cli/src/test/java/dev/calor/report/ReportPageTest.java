package dev.calor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.dataset.Rides;
import dev.calor.metric.Profile;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ReportPageTest {
    private static final Origin ORIGIN =
            new Origin("real.csv", "synthetic.csv", "test.csv", "calor 0", List.of(), Map.of());
    private static final Table REAL = Rides.days(400, RandomStream.of(1));
    private static final Table SYNTHETIC = Rides.days(300, RandomStream.of(2));
    private static final Table TEST = Rides.days(200, RandomStream.of(3));

    private static Findings findings(Table real, Table synthetic, @Nullable Table test, @Nullable String target) {
        return Measurement.of(
                new Comparison(real, synthetic, test, target, null, Profile.PAPER, 1), (share, work) -> {});
    }

    private static Document parsed(String page) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(page.getBytes(StandardCharsets.UTF_8)));
    }

    private static void forEach(NodeList list, Consumer<Element> consumer) {
        IntStream.range(0, list.getLength()).forEach(i -> consumer.accept((Element) list.item(i)));
    }

    private static String section(Document page, String id) {
        List<String> found = new ArrayList<>();
        forEach(page.getElementsByTagName("section"), section -> {
            if (section.getAttribute("id").equals(id)) {
                found.add(section.getTextContent());
            }
        });
        assertEquals(1, found.size(), id);
        return found.get(0);
    }

    /** A column with two levels that has many rows. */
    private static Table levels(String name, int rows, String... levels) {
        int[] codes = IntStream.range(0, rows)
                .map(row -> row * row % 7 % levels.length)
                .toArray();
        return new Table(
                new Schema(List.of(ColumnSchema.withLevels(name, ColumnType.CATEGORICAL, List.of(levels)))),
                List.of(new Column.Codes(codes)));
    }

    @Test
    @DisplayName(
            "A whole page: well-formed, every column and section, every drawing named, links that lead somewhere, no address")
    void wholePage() throws Exception {
        String html = ReportPage.html(findings(REAL, SYNTHETIC, TEST, Rides.WEATHER), ORIGIN);
        Document page = parsed(html);
        assertFalse(html.matches("(?s).*(https?:|src=|url\\(|@import|<script).*"), "the page loads something");
        assertTrue(html.length() < 200_000, html.length() + " characters");
        for (String name : REAL.schema().names()) {
            assertTrue(section(page, "columns").contains(name), name);
        }
        for (String id :
                List.of("summary", "detection", "fidelity", "pairs", "utility", "calibration", "privacy", "validity")) {
            assertFalse(section(page, id).contains("--test"), id + " says it was not measured");
        }
        assertTrue(section(page, "provenance").contains("300 rows of 6 columns"));
        Set<String> targets = new HashSet<>();
        forEach(page.getElementsByTagName("*"), element -> targets.add(element.getAttribute("id")));
        forEach(
                page.getElementsByTagName("a"),
                link -> assertTrue(targets.contains(link.getAttribute("href").substring(1)), link.getTextContent()));
        forEach(page.getElementsByTagName("svg"), drawing -> {
            assertEquals("img", drawing.getAttribute("role"));
            assertEquals("title", drawing.getFirstChild().getNodeName());
        });
        forEach(page.getElementsByTagName("table"), table -> {
            assertEquals("caption", table.getFirstChild().getNodeName());
            forEach(table.getElementsByTagName("th"), head -> assertTrue(head.hasAttribute("scope")));
        });
        assertTrue(page.getElementsByTagName("svg").getLength() >= 6 + 3 + 1 + 2 + 1);
    }

    @Test
    @DisplayName("Without a holdout nothing is shown as measured that was not")
    void withoutHoldout() throws Exception {
        Findings found = findings(REAL, SYNTHETIC, null, Rides.WEATHER);
        Document page = parsed(ReportPage.html(found, ORIGIN));
        for (String id : List.of("utility", "calibration")) {
            assertTrue(section(page, id).contains("Not measured: give --test"), section(page, id));
        }
        assertTrue(section(page, "privacy").contains("Give --test"));
        assertTrue(section(page, "summary").contains("Not measured: usefulness, calibration, privacy"));
        String json = ReportJson.text(found, ORIGIN);
        for (String field :
                List.of("\"utility\"", "\"calibration\"", "\"share\"", "\"holdout\"", "\"unseen\"", "null", "NaN")) {
            assertFalse(json.contains(field), field);
        }
    }

    private static Headline headline(Findings findings, String name) {
        return Headline.of(findings).stream()
                .filter(headline -> headline.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /** Every column shuffled by itself: each is as it was, nothing depends on anything. */
    private static Table shuffled(Table table) {
        List<Column> columns = new ArrayList<>();
        for (int k = 0; k < table.columns().size(); k++) {
            List<Integer> order =
                    new ArrayList<>(IntStream.range(0, table.rows()).boxed().toList());
            Collections.shuffle(order, new Random(k));
            columns.add(table.columns()
                    .get(k)
                    .rows(order.stream().mapToInt(Integer::intValue).toArray()));
        }
        return new Table(table.schema(), columns);
    }

    @Test
    @DisplayName(
            "Detection by XGBoost comes first and sees shuffled columns; single columns do not, and pairs are not graded")
    void detectionLeads() {
        Table real = Rides.days(1200, RandomStream.of(1));
        Findings good = findings(real, Rides.days(1200, RandomStream.of(2)), TEST, null);
        Findings apart = findings(real, shuffled(real), TEST, null);
        assertEquals("Detection", Headline.of(good).get(0).name());
        assertEquals(Grade.GOOD, headline(good, "Detection").grade());
        assertEquals(
                Grade.GOOD,
                headline(good, "Coverage").grade(),
                headline(good, "Coverage").toString());
        assertEquals(
                Grade.GOOD,
                headline(good, "Combinations").grade(),
                headline(good, "Combinations").toString());
        assertEquals(Grade.POOR, headline(apart, "Detection").grade());
        assertNotEquals(Grade.GOOD, headline(apart, "Coverage").grade());
        assertEquals(Grade.GOOD, headline(apart, "Single columns").grade());
        assertEquals(Grade.SHOWN, headline(apart, "Column pairs").grade());
        // Copies of the real rows cannot be detected, but reach all of the table.
        assertEquals(
                Grade.POOR,
                headline(findings(real, real, TEST, null), "Coverage").grade());
    }

    @Test
    @DisplayName("Every figure is compared with that of unseen real rows, on equally many rows")
    void unseenRows() throws Exception {
        Findings found = findings(REAL, SYNTHETIC, TEST, null);
        assertEquals(200, found.quality().rows());
        assertEquals(300, found.telling().boosted().synthetic().rows(), "as many real rows as synthetic ones");
        assertEquals(
                200,
                Objects.requireNonNull(found.telling().boosted().sameSize()).rows());
        assertEquals(
                200, Objects.requireNonNull(found.telling().boosted().unseen()).rows());
        Document page = parsed(ReportPage.html(found, ORIGIN));
        for (String words : List.of("Synthetic, 200 rows", "Unseen real, 200 rows", "Beta-recall", "k-marginal")) {
            assertTrue(section(page, "fidelity").contains(words), words);
        }
        JsonNode json = new ObjectMapper().readTree(ReportJson.text(found, ORIGIN));
        for (String field : List.of("quality", "columnShapes", "pairTrends", "alphaPrecision", "betaRecall")) {
            assertEquals(200, json.get(field).get("besideRows").asInt(), field);
            for (String part : List.of("score", "sameSize", "unseen")) {
                assertTrue(json.get(field).get(part).asDouble() > 0.2, field + " " + part);
            }
        }
        JsonNode boosted = json.get("detection").get("boosted");
        assertEquals(200, boosted.get("unseen").get("rows").asInt());
        assertEquals(5, boosted.get("sameSize").get("aucs").size());
        assertEquals(
                2 * (1 - Math.max(0.5, boosted.get("auc").asDouble())),
                boosted.get("score").asDouble(),
                1e-12);
        for (String part : List.of("sample", "sameSize", "unseen")) {
            assertTrue(json.get("kMarginal").get(part).get("triples").asDouble() > 100, part);
        }
        assertEquals(200, json.get("privacy").get("asked").asInt());
        assertTrue(json.get("privacy").get("newRows").get("unseen").asDouble() > 0.5);
    }

    @Test
    @DisplayName("The fast report has detection, columns and pairs, and says what it left out")
    void fast() throws Exception {
        Findings found = Measurement.fast(
                new Comparison(REAL, SYNTHETIC, TEST, Rides.WEATHER, null, Profile.PAPER, 1), (share, work) -> {});
        Findings whole = findings(REAL, SYNTHETIC, TEST, Rides.WEATHER);
        assertEquals(whole.telling(), found.telling());
        assertEquals(whole.quality(), found.quality());
        Document page = parsed(ReportPage.html(found, ORIGIN));
        for (String id : List.of("utility", "calibration", "privacy")) {
            assertTrue(section(page, id).contains("left out by --fast"), id);
        }
        JsonNode json = new ObjectMapper().readTree(ReportJson.text(found, ORIGIN));
        for (String field : List.of("utility", "calibration", "privacy", "alphaPrecision", "betaRecall", "kMarginal")) {
            assertFalse(json.has(field), field);
        }
        assertTrue(json.get("detection").get("boosted").has("unseen"));
    }

    @Test
    @DisplayName("A holdout too small for the folds is refused")
    void smallHoldout() {
        IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> findings(REAL, SYNTHETIC, TEST.rows(0, 4), null));
        assertTrue(String.valueOf(refused.getMessage()).contains("are 4: at least 5"), refused.getMessage());
    }

    @Test
    @DisplayName("A number as target: errors and two pictures, no calibration")
    void regression() throws Exception {
        Findings found = findings(REAL, SYNTHETIC, TEST, Rides.RIDERS);
        Document page = parsed(ReportPage.html(found, ORIGIN));
        assertTrue(section(page, "utility").contains("RMSE"));
        Findings.Usefulness use = Objects.requireNonNull(found.usefulness());
        // Both tables are drawn from one distribution: neither teaches much better than the other.
        assertEquals(1, use.kept(), 0.25);
        forEach(
                page.getElementsByTagName("section"),
                one -> assertFalse(one.getAttribute("id").equals("calibration")));
    }

    @Test
    @DisplayName("What comes from data stays text, in tables, drawings and titles")
    void escaping() throws Exception {
        String evil = "<script>alert(\"1\" & '2')</script>\u0001";
        Table real = levels(evil, 60, "a<b", "</title>&amp;", "c\"d")
                .with(ColumnSchema.number("x", ColumnType.NUMERIC, 0, 1, 2), numbers(60));
        String html = ReportPage.html(
                findings(real, real, real, evil),
                new Origin(evil, evil, evil, evil, List.of(evil), Map.of(evil, evil)));
        Document page = parsed(html);
        assertEquals(0, page.getElementsByTagName("script").getLength());
        assertFalse(html.contains("<script"), "a script");
        assertTrue(section(page, "columns").contains("<script>alert(\"1\" & '2')</script>\uFFFD"));
        assertTrue(section(page, "columns").contains("</title>&amp;"));
    }

    private static Column.Numbers numbers(int rows) {
        return new Column.Numbers(
                IntStream.range(0, rows).mapToDouble(row -> row % 11 / 10.0).toArray());
    }

    @Test
    @DisplayName("150 columns: all in numbers, the least alike drawn, and the page says so and stays small")
    void manyColumns() throws Exception {
        Table wide = levels("column 0", 60, "a", "b");
        for (int k = 1; k < 150; k++) {
            Table more = levels("column " + k, 60, "a " + k, "b", "c");
            wide = wide.with(more.schema().columns().get(0), more.columns().get(0));
        }
        String html = ReportPage.html(findings(wide, wide.rows(0, 50), null, null), ORIGIN);
        Document page = parsed(html);
        assertTrue(html.length() < 1_000_000, html.length() + " characters");
        assertTrue(section(page, "columns").contains("Drawn are the 60 least alike of 150 columns"));
        assertTrue(section(page, "pairs").contains("Drawn are the 40 columns of the least alike pairs, of 150"));
        String columns = section(page, "columns");
        IntStream.range(0, 150).forEach(k -> assertTrue(columns.contains("column " + k), "column " + k));
    }

    @Test
    @DisplayName("The privacy test detects copies of the real rows, and accepts new rows")
    void copies() {
        assertEquals(
                Grade.POOR,
                headline(findings(REAL, REAL, TEST, null), "Privacy").grade());
        assertEquals(
                Grade.GOOD,
                headline(findings(REAL, Rides.days(400, RandomStream.of(4)), TEST, null), "Privacy")
                        .grade());
    }

    @Test
    @DisplayName("The style sheet is written as it is: nothing in it needs escaping, and it loads nothing")
    void style() throws Exception {
        try (InputStream stream = ReportPage.class.getResourceAsStream("report.css")) {
            String css = new String(assertStream(stream).readAllBytes(), StandardCharsets.UTF_8);
            assertFalse(css.matches("(?s).*[&<>\"].*") || css.contains("url("), "a character HTML would not decode");
            assertTrue(css.contains("@media print") && css.contains("prefers-color-scheme: dark"));
        }
    }

    private static InputStream assertStream(@Nullable InputStream stream) {
        assertNotNull(stream);
        return Objects.requireNonNull(stream);
    }
}
