package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.calor.heat.DiffusionTime;
import dev.calor.heat.HeatKernel;
import dev.calor.space.Cyclic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** Runs a command line, split at blanks. */
    private static Calor.Outcome calor(String arguments) {
        return Calor.run(arguments.isEmpty() ? new String[0] : arguments.split(" ", -1));
    }

    @Test
    @DisplayName("--json prints the row")
    void json() throws IOException {
        Calor.Outcome outcome = calor("heat --space cyclic --size 24 --time 0.005 --scaling quadratic --from 7 --json");
        assertEquals(0, outcome.code());
        double[] expected =
                HeatKernel.of(new Cyclic(24), DiffusionTime.quadratic(0.005)).row(7);
        assertArrayEquals(expected, probabilities(outcome.out()));
    }

    private static double[] probabilities(String json) throws IOException {
        List<Double> numbers = new ArrayList<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            assertEquals(JsonToken.START_OBJECT, parser.nextToken());
            assertEquals("probabilities", parser.nextFieldName());
            assertEquals(JsonToken.START_ARRAY, parser.nextToken());
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                numbers.add(parser.getDoubleValue());
            }
        }
        return numbers.stream().mapToDouble(Double::doubleValue).toArray();
    }

    @Test
    @DisplayName("Without --json there is a plot, with the form and the scaled time")
    void plot() {
        Calor.Outcome outcome = calor("heat --space ordinal --size 10 --time 0.02 --scaling quadratic --from 2");
        assertEquals(0, outcome.code());
        List<String> lines = outcome.out().lines().toList();
        assertEquals("a path of 10 states, from 2 after t = 2 (0.02·S²): closed form (Fourier sum)", lines.get(0));
        assertEquals(12, lines.size());
        assertTrue(lines.get(4).startsWith("2 █") && lines.get(4).endsWith("← start"), lines.get(4));
    }

    @Test
    @DisplayName("A graph is read from an edge list, with comments, commas and weights")
    void graph() throws IOException {
        Path edges = folder.resolve("edges.txt");
        Files.writeString(edges, "# a path\n0 1\n\n1,2,1.0 # the second edge\n");
        Calor.Outcome graph = calor("heat --space graph --edges " + edges + " --time 0.7 --from 0 --json");
        Calor.Outcome path = calor("heat --space ordinal --size 3 --time 0.7 --from 0 --json");
        assertArrayEquals(probabilities(path.out()), probabilities(graph.out()), 1e-14);
        Calor.Outcome directed =
                calor("heat --space graph --directed --edges " + edges + " --time 0.7 --from 2 --json");
        assertArrayEquals(new double[] {0, 0, 1}, probabilities(directed.out()), 1e-14);
    }

    @Test
    @DisplayName("Several sizes and times make a figure")
    void figure() throws IOException {
        Path svg = folder.resolve("heat.svg");
        String space = "heat --space cyclic --size 8,32 --time 0.01,0.05 --scaling ";
        for (String rule : List.of("fixed", "linear", "quadratic")) {
            assertEquals(0, calor(space + rule + " --at 0.3 --svg " + svg).code());
            assertEquals(4, Files.readString(svg).split("class=\"bars\"", -1).length - 1);
            Files.delete(svg);
        }
        Calor.Outcome without = calor(space + "fixed");
        assertEquals(2, without.code());
        assertTrue(without.err().contains("give --svg FILE"), without.err());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    heat --space cyclic --size 0 --time 1           | size 0 is not a number of states: allowed are 1 to
                    heat --space cyclic --size 5 --time -1          | time -1.0 is not a diffusion time: allowed are finite
                    heat --space cyclic --size 5 --time NaN         | time NaN is not a diffusion time
                    heat --space cyclic --size 5 --time one         | 'one' is not a number
                    heat --space cyclic --size 5 --time 1 --from 5  | state 5 is not in Cyclic[size=5]: states count from 0 to 4
                    heat --space cyclic --size 5 --time 1 --at 1.5  | --at 1.5 is not a share of the states: allowed are 0 to 1
                    heat --space cyclic --size 1e3 --time 1         | '1e3' is not a whole number
                    heat --space square --size 5 --time 1           | 'square' is not one of uniform, cyclic, ordinal
                    heat --space cyclic --size 5 --time 1 --scaling cubic | 'cubic' is not one of fixed, linear, quadratic
                    heat --space cyclic --time 1                    | --space cyclic needs --size
                    heat --space cyclic --size 5 --time 1 --edges x | --edges and --directed belong to --space graph
                    heat --space graph --time 1                     | a graph needs its edges: give --edges FILE
                    heat --size 5                                   | Missing required options
                    haet                                            | Unmatched argument at index 0: 'haet'
                    """)
    @DisplayName("What is not allowed is refused on stderr, in one line without a stack trace, with exit code 2")
    void refused(String arguments, String message) {
        Calor.Outcome outcome = calor(arguments);
        assertEquals(2, outcome.code());
        assertTrue(outcome.err().contains(message), outcome.err());
        assertFalse(outcome.err().contains("\tat "), outcome.err());
        assertEquals("", outcome.out());
        assertTrue(calor("--debug " + arguments).err().contains("\tat ") || arguments.equals("haet"));
    }

    @Test
    @DisplayName("Invalid edge lists are refused with file and line")
    void edgeLists() throws IOException {
        assertEdgesRefused("0 1\n1 x\n", ":2: '1 x' is not an edge");
        assertEdgesRefused("0 1\n1 1\n", ":2: edge 1–1 is a loop");
        assertEdgesRefused("0 1 -3\n", ":1: edge 0–1 has weight -3.0");
        assertEdgesRefused("0 1 2 3\n", ":1: '0 1 2 3' is not an edge");
        assertEdgesRefused("# nothing\n", ": no edges");
        assertEdgesRefused("0 1\n2 3\n", "2 components");
    }

    private void assertEdgesRefused(String text, String message) throws IOException {
        Path edges = folder.resolve("edges.txt");
        Files.writeString(edges, text);
        Calor.Outcome outcome = calor("heat --space graph --time 1 --edges " + edges);
        assertEquals(2, outcome.code());
        assertTrue(outcome.err().contains(message), outcome.err());
    }

    @Test
    @DisplayName("Missing files and folders are wrong input: exit code 2")
    void files() {
        Calor.Outcome read = calor("heat --space graph --time 1 --edges " + folder.resolve("none"));
        assertEquals(2, read.code());
        assertTrue(read.err().contains("none: no such file or folder"), read.err());
        Calor.Outcome write = calor("heat --space cyclic --size 3 --time 1 --svg " + folder.resolve("none/x.svg"));
        assertEquals(2, write.code());
        assertTrue(write.err().contains("there is no folder"), write.err());
    }

    @Test
    @DisplayName("demo shows a row, four times of heat and four negatives, then a table and its report")
    void demo() {
        Path report = folder.resolve("demo.html");
        Calor.Outcome first = calor("demo --quick --seed 3 -o " + report);
        assertEquals(0, first.code(), first.err());
        assertTrue(Files.exists(report) && first.out().contains(report.toString()), first.out());
        assertEquals(
                4,
                first.out().lines().filter(line -> line.startsWith("y, heat")).count());
        assertEquals(
                4,
                first.out().lines().filter(line -> line.contains("negative ")).count());
        assertTrue(first.out().contains("synthetic"), first.out());
    }

    @Test
    @DisplayName("Help and version come from the build; without arguments the help is printed")
    void help() {
        assertTrue(
                calor("--version").out().matches("calor \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\Rcommit .*\\RJava .*\\R"),
                calor("--version").out());
        assertTrue(calor("--help").out().contains("heat"));
        assertEquals(calor("--help").out(), calor("").out());
        assertEquals(0, calor("heat --help").code());
    }

    @Test
    @DisplayName("If a command is named, only this one is described; otherwise all are")
    void onlyTheCommandThatIsNamed() {
        assertEquals(List.of(FitCommand.class), Main.commands("fit"));
        List<Class<?>> all = Main.commands("");
        assertTrue(all.contains(FitCommand.class) && all.contains(HeatCommand.class));
        assertEquals(all, Main.commands("help"), "help describes the others");
        assertEquals(all, Main.commands("fitt"), "the suggestions need them");
    }
}
