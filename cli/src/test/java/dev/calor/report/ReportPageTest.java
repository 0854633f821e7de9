package dev.calor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
        for (String id : List.of("summary", "pairs", "utility", "calibration", "privacy", "detection", "validity")) {
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
        for (String field : List.of("\"utility\"", "\"calibration\"", "\"share\"", "\"holdout\"", "null", "NaN")) {
            assertFalse(json.contains(field), field);
        }
    }

    @Test
    @DisplayName("A number as target: errors and two pictures, no calibration")
    void regression() throws Exception {
        Findings found = findings(REAL, SYNTHETIC, TEST, Rides.RIDERS);
        Document page = parsed(ReportPage.html(found, ORIGIN));
        assertTrue(section(page, "utility").contains("RMSE"));
        Findings.Usefulness use = Objects.requireNonNull(found.usefulness());
        // Both tables are drawn from one law: neither teaches much better than the other.
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
    @DisplayName("Copies of the real rows are called out by the privacy test; fresh rows are not")
    void copies() {
        assertEquals(Grade.POOR, privacy(findings(REAL, REAL, TEST, null)));
        assertEquals(Grade.GOOD, privacy(findings(REAL, Rides.days(400, RandomStream.of(4)), TEST, null)));
    }

    private static Grade privacy(Findings findings) {
        return Headline.of(findings).stream()
                .filter(headline -> headline.section().equals("privacy"))
                .findFirst()
                .orElseThrow()
                .grade();
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

    @Test
    @DisplayName("Rows chosen at random: as many as asked, in order, none twice; fewer are left as they are")
    void someRows() {
        Table few = Rows.some(REAL, 50, RandomStream.of(5));
        assertEquals(50, few.rows());
        assertEquals(REAL, Rows.some(REAL, 400, RandomStream.of(5)));
        Table numbered = new Table(
                new Schema(List.of(ColumnSchema.number("n", ColumnType.INTEGER, 0, 999, 0))),
                List.of(new Column.Numbers(
                        IntStream.range(0, 1000).mapToDouble(i -> i).toArray())));
        double[] chosen = Rows.some(numbered, 500, RandomStream.of(6)).numbers(0);
        for (int i = 1; i < chosen.length; i++) {
            assertTrue(chosen[i] > chosen[i - 1]);
        }
        double mean =
                IntStream.range(0, 500).mapToDouble(i -> chosen[i]).average().orElse(0);
        assertEquals(499.5, mean, 40); // 4.4 standard errors, of 9.1; one in 100,000 seeds fails
    }
}
