package dev.calor.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.graph.SimpleGraph;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class ChartTest {
    @Test
    @DisplayName("A figure is well-formed XML, with a path for bars, curve, axis and mark of every panel")
    void wellFormed() throws Exception {
        double[] heights = {1, 2, 1};
        Panel plain = new Panel("a < b & \"c\"", 0, 3, heights, null, OptionalDouble.empty());
        Panel full = new Panel("full", 0, 3, heights, x -> x, OptionalDouble.of(1.5));
        Document document = parse(SmallMultiples.svg("title", List.of(List.of(plain, full), List.of(plain))));
        assertEquals(3 + 3 + 1 + 1, document.getElementsByTagName("path").getLength());
        assertEquals(
                "a < b & \"c\"", document.getElementsByTagName("text").item(1).getTextContent());
    }

    @Test
    @DisplayName("Bars are as high as their values, on the scale of the highest point of their row")
    void barsToScale() throws Exception {
        Panel panel = new Panel("", 0, 2, new double[] {1, 2}, x -> 4, OptionalDouble.empty());
        Document document = parse(SmallMultiples.svg("", List.of(List.of(panel))));
        String bars = document.getElementsByTagName("path")
                .item(0)
                .getAttributes()
                .getNamedItem("d")
                .getNodeValue();
        // Base line at 176, 120 high for a value of 4·1.08: one is 27.78.
        assertEquals("M34 176V148.22H134V120.44H234V176z", bars);
    }

    @Test
    @DisplayName("A million bars make a small file")
    void manyBars() {
        double[] heights = new double[1_000_000];
        Arrays.fill(heights, 1e-6);
        Panel panel = new Panel("", 0, 1, heights, null, OptionalDouble.empty());
        assertTrue(SmallMultiples.svg("", List.of(List.of(panel))).length() < 20_000);
    }

    @Test
    @DisplayName("A sheet of graphs has a line per edge and a dot per node; neighbours are closer than other nodes")
    void graphs() throws Exception {
        SimpleGraph square = SimpleGraph.of(4, new int[][] {{0, 2}, {2, 1}, {1, 3}, {3, 0}});
        SimpleGraph apart = SimpleGraph.of(3, new int[][] {{0, 1}});
        Document document = parse(GraphSheet.svg("graphs", List.of(square, apart, apart), 2));
        String edges = data(document, 0);
        String nodes = data(document, 1);
        assertEquals(4 + 1 + 1, edges.chars().filter(c -> c == 'L').count());
        assertEquals(4 + 3 + 3, nodes.chars().filter(c -> c == 'z').count());
        double[][] places = GraphSheet.layout(square);
        double side = Math.hypot(places[0][0] - places[2][0], places[0][1] - places[2][1]);
        double diagonal = Math.hypot(places[0][0] - places[1][0], places[0][1] - places[1][1]);
        assertEquals(Math.sqrt(2), diagonal / side, 0.05); // a square looks like one
    }

    @Test
    @DisplayName("Overlaid histograms share bins and scale: the real one is closed and filled, the other a line")
    void overlay() throws Exception {
        Document document =
                parse(Overlay.histogram("a & b", new double[] {1, 0.5}, new double[] {0, 1}, List.of("0", "1", "2"))
                        .toString());
        // 312 wide from 4 on, 88 high above 96.
        assertEquals("M4 96V8H160V52H316V96z", data(document, 0));
        assertEquals("M4 96V96H160V8H316V96", data(document, 1));
        assertEquals("a & b", document.getElementsByTagName("title").item(0).getTextContent());
    }

    @Test
    @DisplayName("Bars have both shares in numbers; a long name is cut, and whole in its title")
    void bars() throws Exception {
        String name = "Married-civ-spouse-and-more";
        Document document = parse(
                Overlay.bars("d", List.of(new Overlay.Bar(name, 0.5, 0.004))).toString());
        assertEquals(2, document.getElementsByTagName("rect").getLength());
        assertEquals(name, document.getElementsByTagName("title").item(1).getTextContent());
        String words = document.getDocumentElement().getTextContent();
        assertTrue(words.contains("Married-civ-spou…") && words.contains("50 %") && words.contains("0.4 %"), words);
    }

    @Test
    @DisplayName("A matrix writes its entries where they fit, leaves out the diagonal and NaN, marks what is negative")
    void matrix() throws Exception {
        double[][] entries = {{9, -0.5, Double.NaN}, {-0.5, 9, 1}, {Double.NaN, 1, 9}};
        Document document =
                parse(new Matrix(0, 1).svg("m", List.of("a", "b", "c"), entries).toString());
        assertEquals(2, document.getElementsByTagName("path").getLength()); // one per shade
        assertEquals(3 + 3 + 4, document.getElementsByTagName("text").getLength());
        assertTrue(document.getDocumentElement().getTextContent().contains("−.50"));
        List<String> many =
                java.util.stream.IntStream.range(0, 40).mapToObj(i -> "n" + i).toList();
        String large = new Matrix(1, 0.7).svg("m", many, new double[40][40]).toString();
        assertTrue(large.length() < 60_000, large.length() + " characters");
    }

    @Test
    @DisplayName("A square plot: the corners of the range are those of the square, what lies beyond is on its edge")
    void squarePlot() throws Exception {
        Document document = parse(new SquarePlot("p", "x", "y", 10, 20)
                .line("real", List.of(new double[] {10, 10}, new double[] {20, 25}))
                .done()
                .toString());
        assertEquals("M46 248L286 8", data(document, 2));
    }

    @Test
    @DisplayName("Text stays text: marks of markup are escaped, control characters and halves of pairs replaced")
    void escape() {
        assertEquals("&lt;a href=&quot;x&quot;&gt;&amp;", Markup.escape("<a href=\"x\">&"));
        assertEquals("\uFFFD\uFFFD\uFFFD\t\uD83D\uDE00", Markup.escape("\u0000\uD800\uFFFF\t\uD83D\uDE00"));
    }

    private static String data(Document document, int path) {
        return document.getElementsByTagName("path")
                .item(path)
                .getAttributes()
                .getNamedItem("d")
                .getNodeValue();
    }

    private static Document parse(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @DisplayName("A few states have one bar each, in eighths of a character")
    void fewStates() {
        List<String> lines = TerminalBars.lines(new double[] {0.5, 0.25, 0.25 - 0.005, 0.005}, 1);
        assertEquals(4, lines.size());
        assertEquals("0 " + "█".repeat(50) + " 0.5000", lines.get(0));
        assertEquals("1 " + "█".repeat(25) + " ".repeat(25) + " 0.2500  ← start", lines.get(1));
        assertEquals("3 ▌" + " ".repeat(49) + " 0.0050", lines.get(3));
    }

    @Test
    @DisplayName("Many states share bars; faint ends are counted, not drawn")
    void manyStates() {
        double[] probabilities = new double[10_000];
        Arrays.fill(probabilities, 5000, 6000, 1e-3 - 1e-6);
        probabilities[0] = 1e-3;
        probabilities[9_999] = 1e-9;
        List<String> lines = TerminalBars.lines(probabilities, 5500);
        assertEquals(41, lines.size());
        assertTrue(lines.get(0).startsWith("    0–149 "), lines.get(0));
        assertEquals("and 4,000 more states, 1.0e-09 in all", lines.get(40));
        assertEquals(1, lines.stream().filter(line -> line.endsWith("← start")).count());
    }
}
