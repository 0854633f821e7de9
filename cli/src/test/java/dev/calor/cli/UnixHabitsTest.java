package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.SchemaFile;
import dev.calor.table.TableWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody who lives in a shell expects. */
class UnixHabitsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @BeforeAll
    static void fit() throws IOException {
        TableWriter.write(Rides.days(100, RandomStream.of(1)), folder.resolve("rides.csv"));
        good("fit @rides.csv -o @rides.calor --quiet --set " + TableCommandsTest.TINY);
    }

    private static Calor.Outcome calor(String line) {
        return Calor.run(line.replace("@", folder + "/").split(" ", -1));
    }

    private static Calor.Outcome good(String line) {
        Calor.Outcome outcome = calor(line);
        assertEquals(0, outcome.code(), outcome.err());
        return outcome;
    }

    private static Calor.Outcome withInput(Path file, String line) throws IOException {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream(Files.readAllBytes(file)));
        try {
            return good(line);
        } finally {
            System.setIn(before);
        }
    }

    @Test
    @DisplayName("- is standard input and standard output, in any format of text")
    void dash() throws IOException {
        Path rides = folder.resolve("rides.csv");
        assertEquals(
                good("schema @rides.csv").out(), withInput(rides, "schema -").out());
        assertEquals(
                good("schema @rides.csv").out(), good("schema @rides.csv -o -").out());
        String csv = good("sample @rides.calor -n 5 --quiet").out();
        assertEquals(csv, good("sample @rides.calor -n 5 --quiet -o -").out());
        assertEquals(
                csv,
                good("sample @rides.calor -n 5 --quiet -o /dev/stdout --format csv")
                        .out());
        assertEquals(
                csv.replace(',', '\t'),
                good("sample @rides.calor -n 5 --quiet --format tsv").out());
        String json = good("sample @rides.calor -n 5 --quiet --format jsonl").out();
        assertTrue(json.lines().count() == 5 && json.startsWith("{\""), json);
        good("sample @rides.calor -n 5 --quiet --format jsonl -o @rows");
        assertEquals(json, Files.readString(folder.resolve("rows")));
        String scored = withInput(rides, "score @rides.calor - --quiet").out();
        assertEquals(101, scored.lines().count());
        assertEquals(2, calor("sample @rides.calor -n 5 --format excel").code());
        assertTrue(good("report @rides.csv @rides.csv -o - --quiet").out().startsWith("<!"));
    }

    @Test
    @DisplayName("A pipe is read and written: process substitution, Parquet to standard output")
    void pipes() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "no pipes here");
        Path pipe = folder.resolve("pipe");
        assertEquals(
                0,
                new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor());
        Process shell = new ProcessBuilder("sh", "-c", "exec cat rides.csv > pipe")
                .directory(folder.toFile())
                .start();
        assertEquals(good("schema @rides.csv").out(), good("schema @pipe").out());
        assertTrue(shell.waitFor(20, TimeUnit.SECONDS));
        Path parquet = folder.resolve("piped.parquet");
        Process process = Calor.process(
                        List.of("-Xmx1g"),
                        "sample",
                        folder.resolve("rides.calor").toString(),
                        "-n",
                        "5",
                        "--quiet",
                        "--format",
                        "parquet")
                .redirectOutput(parquet.toFile())
                .start();
        assertEquals(0, process.waitFor());
        good("sample @rides.calor -n 5 --quiet -o @own.parquet");
        assertArrayEquals(Files.readAllBytes(folder.resolve("own.parquet")), Files.readAllBytes(parquet));
    }

    @Test
    @DisplayName("show --json and schema --json print JSON, also beside a file; help COMMAND helps")
    void json() throws IOException {
        JsonNode card =
                new ObjectMapper().readTree(good("show @rides.calor --json").out());
        assertEquals(6, card.path("schema").path("columns").size());
        assertTrue(card.path("trained").asText().startsWith("100 rows"), card.toString());
        String schema = good("schema @rides.csv --json -o @s.json").out();
        assertEquals(SchemaFile.read(folder.resolve("s.json")), SchemaFile.parse("out", schema));
        assertEquals(good("fit --help").out(), good("help fit").out());
        assertTrue(good("--help").out().contains("Exit codes: 0 done; 1 failed"));
    }

    @Test
    @DisplayName(
            "classify and score treat absent columns as missing, with a warning; a table with none of the columns is refused")
    void absentColumns() throws IOException {
        List<String> lines = Files.readAllLines(folder.resolve("rides.csv"));
        String first = lines.get(0).split(",", -1)[0];
        Files.write(
                folder.resolve("less.csv"),
                lines.stream()
                        .map(line -> line.substring(line.indexOf(',') + 1))
                        .toList());
        String note = "less.csv has no column '" + first + "': taken as missing in every row";
        Calor.Outcome score = good("score @rides.calor @less.csv");
        assertTrue(score.err().contains(note), score.err());
        assertEquals(101, score.out().lines().count());
        assertFalse(score.out().contains("NaN"), score.out());
        assertTrue(good("classify @rides.calor @less.csv --target season").err().contains(note));
        Files.writeString(folder.resolve("none.csv"), "x\n1\n2\n");
        assertEquals(2, calor("score @rides.calor @none.csv").code());
    }

    @Test
    @DisplayName("The remedy for a level the model has not seen is the one of this command")
    void unseenLevels() throws IOException {
        String odd =
                Files.readString(folder.resolve("rides.csv")).replaceFirst("(spring|summer|autumn|winter)", "monsoon");
        Files.writeString(folder.resolve("odd.csv"), odd);
        Calor.Outcome refused = calor("impute @rides.calor @odd.csv");
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains("odd.csv:") && refused.err().contains("--unknown-as-missing"), refused.err());
        assertFalse(refused.err().contains("--schema"), refused.err());
        good("impute @rides.calor @odd.csv --unknown-as-missing");
        assertEquals(0, calor("score @rides.calor @odd.csv").code(), "a score ranks what it does not know");
    }

    @Test
    @DisplayName("Arguments that the locale mangled are refused, not misread; the launcher asks for UTF-8")
    void locale() throws Exception {
        assertTrue(Main.isMangled("--where", "city=K\uFFFDln") && !Main.isMangled("city=Köln"));
        ProcessBuilder process = Calor.process(
                List.of("-Xmx1g"),
                "sample",
                folder.resolve("rides.calor").toString(),
                "-n",
                "1",
                "--where",
                "season=Köln");
        process.environment().put("LC_ALL", "C");
        Process run = process.start();
        String err = new String(run.getErrorStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(2, run.waitFor());
        assertTrue(err.contains("Köln") || err.contains("LC_ALL=C.UTF-8"), err);
        assertTrue(Files.readString(Path.of("..", "calor")).contains("export LC_ALL=C.UTF-8"));
    }

    @Test
    @DisplayName("A target without test rows is refused, not ignored")
    void targetWithoutTest() {
        Calor.Outcome refused = calor("report @rides.csv @rides.csv --target season --json");
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains("--test"), refused.err());
    }

    @Test
    @DisplayName("Conditions name columns with operators in quotes, and ask for missing values")
    void strangeConditions() throws IOException {
        StringBuilder text = new StringBuilder("a=b,x < y,city\n");
        for (int row = 0; row < 60; row++) {
            text.append(row % 7).append(',').append(row % 5 == 0 ? "" : row * 3);
            text.append(',').append(row % 2 == 0 ? "Köln" : "Bonn").append('\n');
        }
        Files.writeString(folder.resolve("odd.csv"), text);
        good("fit @odd.csv -o @odd.calor --quiet --set " + TableCommandsTest.TINY);
        String model = folder.resolve("odd.calor").toString();
        Calor.Outcome drawn = Calor.run(
                "sample", model, "-n", "5", "--quiet", "--where", "\"a=b\">=3", "--where", "\"x < y\" is missing");
        assertEquals(0, drawn.code(), drawn.err());
        List<String> rows = drawn.out().lines().skip(1).toList();
        assertEquals(5, rows.size());
        assertTrue(rows.stream().allMatch(row -> row.matches("[3-6],,.*")), drawn.out());
        Calor.Outcome unquoted = Calor.run("sample", model, "-n", "5", "--where", "a=b=3");
        assertEquals(2, unquoted.code());
        assertTrue(unquoted.err().contains("put it in double quotes: \"a=b\""), unquoted.err());
    }
}
