package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.TableWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that was given to a command is lost by it. */
class OverwritingTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @BeforeAll
    static void write() throws IOException {
        TableWriter.write(Rides.days(60, RandomStream.of(1)), folder.resolve("a.csv"));
        TableWriter.write(Rides.days(60, RandomStream.of(2)), folder.resolve("b.csv"));
        Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("a.csv"));
        Files.createLink(folder.resolve("hard.csv"), folder.resolve("a.csv"));
        Files.writeString(folder.resolve("edges.txt"), "0 1\n1 2\n");
        for (String made :
                List.of("schema a.csv -o p.json", "fit a.csv -o m.calor --quiet --set " + TableCommandsTest.TINY)) {
            Calor.Outcome outcome = calor(made);
            assertEquals(0, outcome.code(), outcome.err());
        }
        Files.copy(folder.resolve("m.calor"), folder.resolve("m.csv"));
    }

    /** Runs a line of words, in which names of files are those of the folder. */
    private static Calor.Outcome calor(String line) {
        List<String> words = new ArrayList<>();
        for (String word : line.split(" ", -1)) {
            words.add(word.matches("[a-z]+\\.[a-z]+") ? folder.resolve(word).toString() : word);
        }
        return Calor.run(words.toArray(String[]::new));
    }

    @ParameterizedTest
    @DisplayName("An output that is an input is refused, also through links and with --force, and the input stays")
    @ValueSource(
            strings = {
                "schema a.csv -o a.csv",
                "schema a.csv -o a.csv --force",
                "schema a.csv -o link.csv --force",
                "schema link.csv -o a.csv --force",
                "schema a.csv -o hard.csv --force",
                "schema a.csv --schema p.json -o p.json",
                "fit a.csv -o a.csv --force",
                "fit a.csv --schema p.json -o p.json --force",
                "sample m.csv -n 3 -o m.csv",
                "classify m.calor a.csv --target season -o a.csv",
                "impute m.calor a.csv -o link.csv",
                "score m.calor a.csv -o hard.csv",
                "report a.csv b.csv -o b.csv --force",
                "report a.csv b.csv --model m.calor -o m.calor --force",
                "heat --space graph --edges edges.txt --time 0.1 --svg edges.txt --force"
            })
    void inputs(String line) throws IOException {
        List<Path> files = List.of(folder.resolve("a.csv"), folder.resolve("b.csv"), folder.resolve("p.json"));
        List<byte[]> before = new ArrayList<>();
        for (Path file : files) {
            before.add(Files.readAllBytes(file));
        }
        Calor.Outcome outcome = calor(line);
        assertEquals(2, outcome.code(), outcome.err());
        assertTrue(outcome.err().contains("an input of this command"), outcome.err());
        for (int i = 0; i < files.size(); i++) {
            assertArrayEquals(before.get(i), Files.readAllBytes(files.get(i)));
        }
    }

    @ParameterizedTest
    @DisplayName("An existing file of another kind needs --force")
    @ValueSource(
            strings = {
                "fit a.csv --quiet -o FILE:table.csv",
                "fit a.csv --quiet -o FILE:schema.json",
                "fit a.csv --quiet -o FILE:letter.doc",
                "schema a.csv -o FILE:table.csv",
                "schema a.csv -o FILE:model.json",
                "sample m.calor -n 3 -o FILE:schema.csv",
                "report a.csv b.csv --quiet -o FILE:table.csv"
            })
    void otherKinds(String line) throws IOException {
        String name = line.replaceFirst(".*FILE:", "");
        Path file = folder.resolve(name);
        switch (name.replaceFirst("\\..*", "")) {
            case "table" -> Files.writeString(file, "x,y\n1,2\n");
            case "schema" -> Files.copy(folder.resolve("p.json"), file);
            case "model" -> Files.copy(folder.resolve("m.calor"), file);
            default -> Files.writeString(file, "Dear Sir or Madam");
        }
        byte[] before = Files.readAllBytes(file);
        String tiny = line.startsWith("fit") ? " --set " + TableCommandsTest.TINY : "";
        String plain = line.replace("FILE:", "") + tiny;
        Calor.Outcome refused = calor(plain);
        assertEquals(2, refused.code(), refused.err());
        assertTrue(refused.err().contains(name + " exists and is a"), refused.err());
        assertTrue(refused.err().contains("--force to replace it"), refused.err());
        assertArrayEquals(before, Files.readAllBytes(file));
        Calor.Outcome forced = calor(plain + " --force");
        assertEquals(0, forced.code(), forced.err());
        assertTrue(!Arrays.equals(before, Files.readAllBytes(file)));
        assertEquals(0, calor(plain).code(), "a result of the same kind is replaced");
        Files.delete(file);
    }

    @Test
    @DisplayName("An empty file is filled, and a table of another format takes a table's place")
    void sameKind() throws IOException {
        Files.createFile(folder.resolve("empty.calor"));
        String fit = "fit a.csv -o empty.calor --quiet --set " + TableCommandsTest.TINY;
        assertEquals(0, calor(fit).code());
        Files.writeString(folder.resolve("old.jsonl"), "{\"x\": 1}\n");
        assertEquals(0, calor("sample m.calor -n 3 -o old.jsonl").code());
    }
}
