package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.TableWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is refused: one message that names it, the right exit code, and nothing left behind. */
class BadInputTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path given;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path made;

    @SuppressWarnings("NullAway.Init")
    private static Path table;

    @SuppressWarnings("NullAway.Init")
    private static Path model;

    @BeforeAll
    static void fit() throws IOException {
        table = given.resolve("rides.csv");
        model = given.resolve("rides.calor");
        TableWriter.write(Rides.days(100, RandomStream.of(1)), table);
        Calor.Outcome outcome = Calor.run(
                "fit", table.toString(), "-o", model.toString(), "--preset", "fast", "--set", TableCommandsTest.TINY);
        assertEquals(0, outcome.code(), outcome.err());
    }

    private void refused(int code, String part, String... arguments) throws IOException {
        Calor.Outcome outcome = Calor.run(arguments);
        assertEquals(code, outcome.code(), outcome.err());
        assertEquals("", outcome.out());
        assertTrue(outcome.err().contains("calor " + arguments[0] + ": "), outcome.err());
        assertTrue(outcome.err().contains(part), "'" + part + "' is not in: " + outcome.err());
        assertFalse(outcome.err().contains("\tat ") || outcome.err().contains("defect"), outcome.err());
        try (Stream<Path> left = Files.list(made)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private void fitRefused(String name, String content, String part) throws IOException {
        Path file = given.resolve(name);
        Files.writeString(file, content);
        refused(
                2,
                part,
                "fit",
                file.toString(),
                "-o",
                made.resolve("m.calor").toString(),
                "--set",
                TableCommandsTest.TINY);
    }

    @Test
    @DisplayName("Tables that cannot be learned are refused")
    void tables() throws IOException {
        fitRefused("empty.csv", "", "empty.csv is empty");
        fitRefused("header.csv", "a,b\n", "header.csv has names of columns and no rows");
        fitRefused("one.csv", "a,b\n1,x\n", "at least 8");
        fitRefused("constant.csv", "a\n" + "x\n".repeat(20), "without one to learn");
        fitRefused("twice.csv", "a,a\n" + "1,2\n".repeat(20), "two columns named 'a'");
        fitRefused("noextension", "a\n1\n", "the extension does not say");
        refused(2, "no such file", "fit", given.resolve("absent.csv").toString(), "-o", made + "/m.calor");
        refused(2, "give a table", "fit", "-o", made + "/m.calor");
        refused(2, "give a table", "fit", table.toString(), "--sql", "SELECT 1", "-o", made + "/m.calor");
    }

    @Test
    @DisplayName("Invalid schemas, and schemas of another table, are refused")
    void schemas() throws IOException {
        Path file = given.resolve("schema.json");
        Path mixed = given.resolve("mixed.csv");
        Files.writeString(mixed, "a,b\n" + "3,x\n".repeat(20) + "abc,y\n");
        String number = "{\"name\": \"a\", \"type\": \"integer\"}";
        String words = "{\"name\": \"b\", \"type\": \"categorical\", \"levels\": [\"x\", \"y\"]}";
        String[] fit = {"fit", mixed.toString(), "--schema", file.toString(), "-o", made + "/m.calor"};
        for (String[] wrong : new String[][] {
            {"{", "schema.json"},
            {"[" + number + ", " + words + "]", "schema.json"},
            {columns(number, words), "mixed.csv:22", "'abc' is not a whole number"},
            {columns(number.replace("integer", "money"), words), "'money' is not a type"},
            {columns(number.replace("\"a\"", "\"c\""), words), "has no column 'c'"},
            {columns(words.replace("\"b\"", "\"a\"").replace("x", "3"), words), "'abc' is not in [3, y]"},
        }) {
            Files.writeString(file, wrong[0]);
            for (String part : List.of(wrong).subList(1, wrong.length)) {
                refused(2, part, fit);
            }
        }
        refused(2, "no such file", "fit", mixed.toString(), "--schema", made + "/none.json", "-o", made + "/m.calor");
    }

    private static String columns(String... columns) {
        return "{\"columns\": [" + String.join(", ", columns) + "]}";
    }

    @Test
    @DisplayName("Not a number and infinity are missing, and a column of numbers and words is one of words")
    void oddValues() throws IOException {
        Path odd = given.resolve("odd.csv");
        Files.writeString(odd, "x,y\n" + "1.5,3\nNaN,abc\ninf,3\n-Infinity,?\n2.5,4\n".repeat(10));
        Path fitted = given.resolve("odd.calor");
        assertEquals(
                0,
                Calor.run("fit", odd.toString(), "-o", fitted.toString(), "--set", TableCommandsTest.TINY)
                        .code());
        String card = Calor.run("show", fitted.toString()).out();
        assertTrue(card.contains("1.5 to 2.5, 30 missing") && card.contains("3, 4, abc, 10 missing"), card);
        String filled = Calor.run("impute", fitted.toString(), odd.toString()).out();
        assertEquals(51, filled.lines().count());
        assertFalse(filled.contains("NaN") || filled.contains("inf") || filled.contains("?"), filled);
    }

    @Test
    @DisplayName("Two thousand columns, and a column of fifty thousand levels, are learned and sampled")
    void large() throws IOException {
        String names = IntStream.range(0, 2_000).mapToObj(k -> "c" + k).collect(Collectors.joining(","));
        String wide = IntStream.range(0, 24)
                .mapToObj(row -> IntStream.range(0, 2_000)
                        .mapToObj(k -> k % 2 == 0 ? "a" + (row + k) % 3 : "" + (row * k % 7 + 0.5))
                        .collect(Collectors.joining(",")))
                .collect(Collectors.joining("\n", names + "\n", "\n"));
        assertEquals(names, sampled("wide.csv", wide).lines().findFirst().orElseThrow());
        String levels = IntStream.range(0, 52_000)
                .mapToObj(row -> "city " + row % 50_000 + "," + row % 2)
                .collect(Collectors.joining("\n", "city,side\n", "\n"));
        sampled("levels.csv", levels).lines().skip(1).forEach(row -> assertTrue(row.matches("city \\d+,[01]"), row));
    }

    /** Five rows of a model of a table, as CSV. */
    private static String sampled(String name, String content) throws IOException {
        Path file = given.resolve(name);
        Files.writeString(file, content);
        String fitted = given.resolve(name + ".calor").toString();
        String brief = TableCommandsTest.TINY + ",steps=4";
        Calor.Outcome fit = Calor.run("fit", file.toString(), "-o", fitted, "--set", brief);
        assertEquals(0, fit.code(), fit.err());
        Calor.Outcome sample = Calor.run("sample", fitted, "-n", "5");
        assertEquals(0, sample.code(), sample.err());
        assertEquals(6, sample.out().lines().count());
        return sample.out();
    }

    @Test
    @DisplayName("More memory than is available is refused before training, with the settings to lower")
    void memory() throws IOException {
        String out = made.resolve("m.calor").toString();
        refused(2, "lower the width, 65000", "fit", table.toString(), "-o", out, "--set", "width=65000");
        refused(
                2,
                "lower the batch, 1000, or the negatives, 60000",
                "fit",
                table.toString(),
                "-o",
                out,
                "--set",
                "batch=1000,negatives=60000");
    }

    @Test
    @DisplayName("A full disk behind standard output is a failure")
    void fullOutput() throws IOException, InterruptedException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full), "there is no /dev/full");
        Process process = Calor.process(List.of(), "sample", model.toString(), "-n", "3")
                .redirectOutput(full.toFile())
                .start();
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(1, process.waitFor(), err);
        assertTrue(err.contains("standard output: No space left on device"), err);
    }

    @Test
    @DisplayName("Settings that are not allowed are refused")
    void settings() throws IOException {
        String out = made.resolve("m.calor").toString();
        refused(2, "fast, balanced, best, paper", "fit", table.toString(), "-o", out, "--preset", "slow");
        refused(2, "is not a method", "fit", table.toString(), "-o", out, "--method", "gan");
        refused(2, "'wdith' is not a setting", "fit", table.toString(), "-o", out, "--set", "wdith=3");
        refused(
                2,
                "'x' is not a value of 'width'; an example is 256",
                "fit",
                table.toString(),
                "-o",
                out,
                "--set",
                "width=x");
        refused(2, "width is 0", "fit", table.toString(), "-o", out, "--set", "width=0");
        refused(2, "not one of cpu, cuda, auto", "fit", table.toString(), "-o", out, "--device", "tpu");
    }

    @Test
    @DisplayName("Outputs that cannot be written are refused before the work begins")
    void outputs() throws IOException {
        String absent = made.resolve("absent").resolve("m.calor").toString();
        refused(2, "there is no folder", "fit", table.toString(), "-o", absent);
        refused(2, "is a folder", "fit", table.toString(), "-o", made.toString());
        refused(2, "there is no folder", "sample", model.toString(), "-n", "3", "-o", absent + ".csv");
        refused(2, "is a spreadsheet", "sample", model.toString(), "-n", "3", "-o", made + "/rows.xls");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "colour=red; there is no column 'colour': the columns are opened",
                "season=wintr; its levels are spring, summer",
                "season>winter; its levels have no order",
                "riders=many; 'many' is not a number",
                "riders; is not a condition",
                "riders>>5; '>5' is not a number",
                "opened>soon; 'soon' is not a point in time",
                "opened=1999; 'opened' runs from 2023-01-",
            })
    @DisplayName("Conditions that cannot hold are refused")
    void conditions(String condition, String part) throws IOException {
        refused(2, part, "sample", model.toString(), "-n", "3", "--where", condition, "-o", made + "/rows.csv");
    }

    @Test
    @DisplayName("Conditions that contradict each other, and counts below zero")
    void impossible() throws IOException {
        String[] sample = {"sample", model.toString(), "-n", "3", "-o", made + "/rows.csv"};
        refused(2, "contradict each other", with(sample, "--where", "season=winter", "--where", "season=summer"));
        refused(2, "runs from", with(sample, "--where", "riders>1e6"));
        refused(2, "contradict each other", with(sample, "--where", "riders<150", "--where", "riders>200"));
        refused(2, "-1 rows", "sample", model.toString(), "-n", "-1");
        refused(2, "0 draws", "impute", model.toString(), table.toString(), "--draws", "0");
    }

    private static String[] with(String[] arguments, String... more) {
        return Stream.concat(Arrays.stream(arguments), Arrays.stream(more)).toArray(String[]::new);
    }

    @Test
    @DisplayName("Tables that do not fit the model are refused")
    void otherTables() throws IOException {
        Path other = given.resolve("other.csv");
        Files.writeString(other, "season,riders\nwinter,3\n");
        Path unknown = given.resolve("unknown.csv");
        Files.writeString(
                unknown, "opened,season,weekday,weather,temperature,riders\n2023-01-01,monsoon,Mon,sun,1.0,3\n");
        String out = made.resolve("rows.csv").toString();
        refused(2, "has no column 'opened', 'weekday'", "impute", model.toString(), other.toString(), "-o", out);
        refused(2, "'monsoon' is not in [spring", "impute", model.toString(), unknown.toString(), "-o", out);
        Files.writeString(other, "x,y\n1,2\n");
        refused(2, "has no column", "classify", model.toString(), other.toString(), "--target", "season", "-o", out);
        refused(
                2,
                "there is no column 'x'",
                "classify",
                model.toString(),
                table.toString(),
                "--target",
                "x",
                "-o",
                out);
        refused(
                2,
                "'riders' is integer",
                "classify",
                model.toString(),
                table.toString(),
                "--target",
                "riders",
                "-o",
                out);
        assertEquals(
                0,
                Calor.run("score", model.toString(), unknown.toString(), "--unknown-as-missing")
                        .code());
    }

    @Test
    @DisplayName("Models that cannot be read are refused")
    void models() throws IOException {
        byte[] bytes = Files.readAllBytes(model);
        Path broken = given.resolve("broken.calor");
        refused(
                1,
                "there is no such file",
                "show",
                given.resolve("absent.calor").toString());
        refused(1, "a folder, not a model", "show", given.toString());
        refused(1, "not a model of Calor", "sample", table.toString(), "-n", "3");
        for (int length : new int[] {0, 100, bytes.length / 2, bytes.length - 1}) {
            Files.write(broken, Arrays.copyOf(bytes, length));
            refused(1, "not a model of Calor, or cut short", "show", broken.toString());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "\"version\" : 2; \"version\" : 99; a model of version 99",
                "\"format\" : \"calor\"; \"format\" : \"pickle\"; not a model of Calor",
                "\"spec\" :; \"other\" :; a damaged model",
                "{; [; a damaged model",
            })
    @DisplayName("Models of later versions, foreign files and damaged models are refused")
    void descriptions(String from, String to, String part) throws IOException {
        Path changed = given.resolve("changed.calor");
        Files.write(changed, Files.readAllBytes(model));
        try (FileSystem zip = FileSystems.newFileSystem(changed)) {
            Path description = zip.getPath("model.json");
            String text = Files.readString(description);
            assertTrue(text.contains(from), text);
            String other = text.replaceFirst(Pattern.quote(from), to);
            Files.writeString(description, other);
            Path sums = zip.getPath("SHA256SUMS"); // which would otherwise tell first
            Files.writeString(sums, Files.readString(sums).replace(sha256(text), sha256(other)));
        }
        refused(1, part, "show", changed.toString());
    }

    private static String sha256(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
