package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a synthetic table must not give away. */
class PersonalDataTest {
    private static final int ROWS = 400;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path people;

    /** All but one email occur once, towns repeat but two. */
    @BeforeEach
    void write() throws IOException {
        StringBuilder text = new StringBuilder("email,phone,note,town,age\n");
        for (int i = 0; i < ROWS; i++) {
            int person = i == 1 ? 0 : i;
            text.append(String.format(
                    "p%d@example.com,+49 30 %07d,seen by nurse %d,%s,%d%n",
                    person,
                    7_919 * person,
                    person,
                    i < 2 ? "Hamlet" + i : List.of("Bonn", "Ulm").get(i % 2),
                    i % 61));
        }
        people = Files.writeString(folder.resolve("people.csv"), text);
    }

    private Calor.Outcome calor(String line) {
        String[] words = line.replace("@", folder + "/").split(" ", -1);
        Calor.Outcome outcome = Calor.run(words);
        assertEquals(0, outcome.code(), outcome.err());
        return outcome;
    }

    private static List<List<String>> cells(String csv) {
        return csv.lines().skip(1).map(line -> List.of(line.split(",", -1))).toList();
    }

    @Test
    @DisplayName(
            "No sampled value of a personal or nearly unique column is a real one; rare levels cause a warning and are merged")
    void fresh() throws IOException {
        String tiny = " --quiet --set " + TableCommandsTest.TINY;
        Calor.Outcome fit = calor("fit @people.csv -o @m.calor" + tiny);
        assertTrue(fit.err().contains("warning: column 'town': 2 of 4 levels occur in fewer than 5 rows"), fit.err());
        assertTrue(fit.err().contains("--rare 5"), fit.err());
        Set<String> real = new HashSet<>();
        cells(Files.readString(people)).forEach(row -> real.addAll(row.subList(0, 3)));
        List<List<String>> drawn = cells(calor("sample @m.calor -n 300 --quiet").out());
        Set<String> emails = new HashSet<>();
        for (List<String> row : drawn) {
            assertTrue(row.subList(0, 3).stream().noneMatch(real::contains), row.toString());
            assertTrue(row.get(0).matches("[a-z.]+\\d+@example\\.org"), row.toString());
            assertTrue(row.get(1).matches("\\+49 30 \\d{7}"), row.toString());
            emails.add(row.get(0));
        }
        assertEquals(300, emails.size());
        String model =
                new String(Files.readAllBytes(folder.resolve("m.calor")), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertTrue(!model.contains("p399@"), "the model holds a real value");

        Calor.Outcome folded = calor("fit @people.csv -o @m.calor --rare 5" + tiny);
        assertEquals("", folded.err());
        assertTrue(calor("show @m.calor").out().contains("Bonn, Ulm, other"));
    }

    @Test
    @DisplayName("--keep learns such a column anyway, and the schema says which columns are generated")
    void keep() {
        Calor.Outcome schema = calor("schema @people.csv -o @p.json");
        assertTrue(schema.out().contains("email addresses: made up afresh, never copied"), schema.out());
        assertTrue(schema.out().contains("398 of 400 values occur once: made up afresh"), schema.out());
        assertTrue(schema.err().contains("warning: column 'town'"), schema.err());
        String kept =
                calor("schema @people.csv -o @k.json --keep email --keep note").out();
        assertTrue(kept.matches("(?s).*email +categorical +399 levels.*note +categorical.*"), kept);
        String[] both = {"schema", people.toString(), "--schema", folder + "/p.json", "--keep", "email"};
        assertEquals(2, Calor.run(both).code());
    }

    @Test
    @DisplayName("report names the rare levels that a synthetic table has")
    void report() throws IOException {
        Files.writeString(folder.resolve("s.csv"), Files.readString(people));
        Calor.Outcome report = calor("report @people.csv @s.csv --json --quiet");
        String warning = "2 of 2 levels that occur in fewer than 5 real rows are in the synthetic table";
        assertTrue(report.err().contains(warning), report.err());
        assertTrue(report.out().contains(warning), report.out());
    }
}
