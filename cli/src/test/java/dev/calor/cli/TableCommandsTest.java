package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.TableWriter;
import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TableCommandsTest {
    static final String TINY = "steps=40,width=16,depth=2,components=4,batch=64,levels=5,lastRounds=1";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Path table;

    @SuppressWarnings("NullAway.Init")
    private static Path model;

    @BeforeAll
    static void fit() throws IOException {
        table = folder.resolve("rides.csv");
        model = folder.resolve("rides.calor");
        TableWriter.write(Rides.days(200, RandomStream.of(1)), table);
        Calor.Outcome outcome =
                Calor.run("fit", table.toString(), "-o", model.toString(), "--preset", "fast", "--set", TINY);
        assertEquals(0, outcome.code(), outcome.err());
        assertTrue(outcome.err().contains("wrote " + model + ": 40 steps"), outcome.err());
    }

    private static String out(Calor.Outcome outcome) {
        assertEquals(0, outcome.code(), outcome.err());
        return outcome.out();
    }

    /** The cells of CSV without quotes. */
    private static List<List<String>> cells(String csv) {
        return csv.lines().map(line -> List.of(line.split(",", -1))).toList();
    }

    @Test
    @DisplayName("The same seed fits the same bytes, quietly")
    void fitRepeats() throws IOException {
        Path again = folder.resolve("again.calor");
        Calor.Outcome outcome = Calor.run(
                "fit", table.toString(), "-o", again.toString(), "--preset", "fast", "--set", TINY, "--quiet");
        assertEquals(new Calor.Outcome(0, "", ""), outcome);
        assertArrayEquals(Files.readAllBytes(model), Files.readAllBytes(again));
    }

    @Test
    @DisplayName("Training that diverges ends with exit code 1, says what to do, and leaves no model")
    void fitDiverges() {
        Path none = folder.resolve("none.calor");
        Calor.Outcome outcome =
                Calor.run("fit", table.toString(), "-o", none.toString(), "--set", TINY + ",rate=1e30", "--quiet");
        assertEquals(1, outcome.code(), outcome.err());
        assertTrue(outcome.err().contains("training diverged at step"), outcome.err());
        assertTrue(outcome.err().contains("--set rate="), outcome.err());
        assertFalse(Files.exists(none));
    }

    @Test
    @DisplayName("A loss on its lower bound is a warning, given once, even when quiet")
    void fitOnLowerBound() throws IOException {
        // A hundred copies of one column: a few noisy cells give a noisy row away, so its energy soon differs by a lot.
        StringBuilder csv = new StringBuilder("c0");
        for (int k = 1; k < 100; k++) {
            csv.append(",c").append(k);
        }
        csv.append('\n');
        for (int row = 0; row < 64; row++) {
            csv.append(String.join(",", Collections.nCopies(100, "v" + row % 8)))
                    .append('\n');
        }
        Path copies = Files.writeString(folder.resolve("copies.csv"), csv);
        Calor.Outcome outcome = Calor.run(
                "fit",
                copies.toString(),
                "-o",
                folder.resolve("copies.calor").toString(),
                "--method",
                "tabed-uni",
                "--quiet",
                "--set",
                "steps=200,width=32,depth=2,components=4,batch=32,rate=0.01,average=0");
        assertEquals(0, outcome.code(), outcome.err());
        assertEquals(1, outcome.err().lines().count(), outcome.err());
        assertTrue(outcome.err().startsWith("warning: at step "), outcome.err());
        assertTrue(outcome.err().contains("lower bound"), outcome.err());
        assertTrue(outcome.err().contains("--method"), outcome.err());
    }

    @Test
    @DisplayName("A query and a schema are learned like a file")
    void fitQuery() {
        Path schema = folder.resolve("schema.json");
        String query = "SELECT season, riders FROM '" + table + "'";
        out(Calor.run("schema", "--sql", query, "-o", schema.toString()));
        Path two = folder.resolve("two.calor");
        out(Calor.run("fit", "--sql", query, "--schema", schema.toString(), "-o", two.toString(), "--set", TINY));
        assertEquals(
                "season,riders",
                out(Calor.run("sample", two.toString(), "-n", "3"))
                        .lines()
                        .findFirst()
                        .get());
    }

    @Test
    @DisplayName("--time bounds training")
    void fitForATime() {
        Path brief = folder.resolve("brief.calor");
        Calor.Outcome outcome = Calor.run(
                "fit",
                table.toString(),
                "-o",
                brief.toString(),
                "--set",
                TINY,
                "--time",
                "1s",
                "--method",
                "tabed-str");
        assertEquals(0, outcome.code(), outcome.err());
        String card = out(Calor.run("show", brief.toString()));
        assertTrue(card.contains("method=tabed-str") && card.contains("steps=unlimited, seconds=1.0"), card);
    }

    @Test
    @DisplayName("show names columns, training, settings, size and origin")
    void show() {
        String card = out(Calor.run("show", model.toString()));
        for (String part : List.of(
                "a model of 6 columns",
                "spring, summer, autumn, winter",
                "2023-01-",
                "trained   200 rows, 40 steps, loss",
                "width=16",
                "seconds=unlimited",
                "seed      1",
                "parameters")) {
            assertTrue(card.contains(part), part + " is not in " + card);
        }
    }

    @Test
    @DisplayName("sample obeys conditions and the seed, and writes what it prints")
    void sample() throws IOException {
        Path file = folder.resolve("drawn.csv");
        String[] arguments = {
            "sample",
            model.toString(),
            "-n",
            "50",
            "--where",
            "season=winter|spring",
            "--where",
            "riders<200",
            "--no-missing"
        };
        List<String> withFile = new ArrayList<>(List.of(arguments));
        withFile.addAll(List.of("-o", file.toString()));
        String printed = out(Calor.run(arguments));
        assertEquals("", out(Calor.run(withFile.toArray(new String[0]))));
        assertEquals(printed, Files.readString(file));
        List<List<String>> rows = cells(printed);
        assertEquals(51, rows.size());
        assertEquals(List.of("opened", "season", "weekday", "weather", "temperature", "riders"), rows.get(0));
        for (List<String> row : rows.subList(1, 51)) {
            assertTrue(List.of("winter", "spring").contains(row.get(1)), row.toString());
            assertTrue(Integer.parseInt(row.get(5)) < 200, row.toString());
            assertFalse(row.contains("") || row.contains("?"), row.toString());
        }
        withFile.addAll(List.of("--seed", "2"));
        out(Calor.run(withFile.toArray(new String[0])));
        assertFalse(printed.equals(Files.readString(file)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv.gz", "tsv", "jsonl", "parquet"})
    @DisplayName("Every format holds the rows that are printed")
    void formats(String extension) throws IOException {
        Path file = folder.resolve("formats." + extension);
        out(Calor.run("sample", model.toString(), "-n", "20", "-o", file.toString()));
        String printed = out(Calor.run("sample", model.toString(), "-n", "20"));
        try (TabularModel loaded = TabularModel.load(model, Device.CPU)) {
            Table read = TableSource.file(file).read(loaded.schema());
            java.io.StringWriter text = new java.io.StringWriter();
            TableWriter.writeCsv(read, text);
            assertEquals(printed, text.toString());
        }
    }

    @Test
    @DisplayName(
            "classify adds probabilities that sum to one and the likeliest level; it keeps the rest, and needs no target")
    void classify() throws IOException {
        Path asked = folder.resolve("asked.csv");
        Files.writeString(asked, """
                note,opened,weekday,weather,temperature,riders
                first,2023-07-01,Sat,sun,24.5,260
                second,2024-01-08,Mon,?,-1.0,40
                """);
        List<List<String>> rows =
                cells(out(Calor.run("classify", model.toString(), asked.toString(), "--target", "season")));
        assertEquals(
                List.of(
                        "note",
                        "opened",
                        "weekday",
                        "weather",
                        "temperature",
                        "riders",
                        "p(spring)",
                        "p(summer)",
                        "p(autumn)",
                        "p(winter)",
                        "predicted"),
                rows.get(0));
        assertEquals(
                List.of("first", "2023-07-01", "Sat", "sun", "24.5", "260"),
                rows.get(1).subList(0, 6));
        for (List<String> row : rows.subList(1, 3)) {
            double[] p =
                    row.subList(6, 10).stream().mapToDouble(Double::parseDouble).toArray();
            assertEquals(1, p[0] + p[1] + p[2] + p[3], 1e-5);
            int predicted = List.of("spring", "summer", "autumn", "winter").indexOf(row.get(10));
            for (double other : p) {
                assertTrue(p[predicted] >= other, row.toString());
            }
        }
    }

    @Test
    @DisplayName("impute fills every blank, changes nothing else, and numbers its draws")
    void impute() throws IOException {
        List<List<String>> before = cells(Files.readString(table));
        List<List<String>> after = cells(out(Calor.run("impute", model.toString(), table.toString(), "--draws", "2")));
        int rows = before.size() - 1;
        assertEquals(1 + 2 * rows, after.size());
        assertEquals("draw", after.get(0).get(0));
        int blanks = 0;
        for (int i = 0; i < 2 * rows; i++) {
            List<String> own = before.get(1 + i % rows);
            List<String> filled = after.get(1 + i);
            assertEquals(Integer.toString(1 + i / rows), filled.get(0));
            for (int k = 0; k < own.size(); k++) {
                boolean blank = own.get(k).equals("?");
                blanks += blank ? 1 : 0;
                assertTrue(
                        blank
                                ? !filled.get(k + 1).equals("?")
                                : filled.get(k + 1).equals(own.get(k)));
            }
        }
        assertTrue(blanks > 0);
    }

    @Test
    @DisplayName("score adds energy, percentile and three columns")
    void score() throws IOException {
        List<List<String>> rows = cells(out(Calor.run("score", model.toString(), table.toString())));
        assertEquals(
                List.of("energy", "percentile", "surprise 1", "surprise 2", "surprise 3"),
                rows.get(0).subList(6, 11));
        assertEquals(201, rows.size());
        for (List<String> row : rows.subList(1, rows.size())) {
            double percentile = Double.parseDouble(row.get(7));
            assertTrue(percentile >= 0 && percentile <= 1, row.toString());
            assertTrue(rows.get(0).subList(0, 6).containsAll(row.subList(8, 11)), row.toString());
        }
    }

    @Test
    @DisplayName("A signal ends training, and the model so far is kept")
    void interrupted() throws IOException, InterruptedException {
        Path kept = folder.resolve("kept.calor");
        Process process = Calor.process(
                        List.of(), "fit", table.toString(), "-o", kept.toString(), "--set", TINY, "--time", "10m")
                .start();
        try (BufferedReader err = process.errorReader()) {
            assertTrue(err.readLine().startsWith("preset: balanced, since the time is at least four minutes"));
            assertTrue(err.readLine().startsWith("learning 200 rows of 6 columns"));
            process.toHandle().destroy(); // SIGTERM runs the same hooks as Ctrl-C; the streams stay open
            assertTrue(
                    err.lines().anyMatch(line -> line.startsWith("stopped early; kept the model so far in " + kept)));
        }
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertTrue(out(Calor.run("show", kept.toString())).contains("trained   200 rows, "));
    }

    @Test
    @DisplayName("--help loads neither the tensor engine nor DuckDB")
    void helpIsLight() throws IOException {
        Process process = Calor.process(List.of("-Xlog:class+load"), "--help").start();
        List<String> lines = process.inputReader().lines().toList();
        assertTrue(lines.stream().anyMatch(line -> line.contains("dev.calor.cli.FitCommand")));
        assertEquals(
                List.of(),
                lines.stream()
                        .filter(line -> line.contains(" org.bytedeco.") || line.contains(" org.duckdb."))
                        .toList());
    }
}
