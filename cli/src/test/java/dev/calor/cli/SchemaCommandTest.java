package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.ColumnType;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SchemaCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path people;

    private record Outcome(int code, String out, String err) {}

    private static Outcome calor(Object... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(List.of(words).stream().map(Object::toString).toArray(String[]::new));
        return new Outcome(code, out.toString(), err.toString());
    }

    @BeforeEach
    void write() throws IOException {
        people = folder.resolve("people.csv");
        Files.writeString(people, "age,season\n39,winter\n17,summer\n?,autumn\n44,winter\n");
    }

    @Test
    @DisplayName("The schema of a file, of a query to it and of its own file are the same")
    void infers() throws IOException {
        Outcome outcome = calor("schema", people);
        assertEquals("", outcome.err);
        Schema schema = SchemaFile.parse("out", outcome.out);
        assertEquals(List.of("age", "season"), schema.names());
        assertEquals(ColumnType.CYCLIC, schema.column("season").type());
        assertEquals(List.of("?"), schema.column("age").missingTokens());
        assertEquals(outcome, calor("schema", "--sql", "FROM read_csv('" + people + "', all_varchar = true)"));
        Path file = folder.resolve("schema.json");
        Files.writeString(file, outcome.out);
        assertEquals(outcome, calor("schema", people, "--schema", file));
    }

    @Test
    @DisplayName("-o writes the schema and shows an overview")
    void overview() throws IOException {
        Path file = folder.resolve("schema.json");
        Outcome outcome = calor("schema", people, "-o", file);
        assertEquals(
                "4 rows, 2 columns: " + file + "\n\n"
                        + "age     integer      17 to 44          3 different whole numbers; missing: '?' (1)\n"
                        + "season  cyclic       3 levels          seasons\n",
                outcome.out.replace("\r\n", "\n"));
        assertEquals(2, SchemaFile.read(file).columns().size());
    }

    @Test
    @DisplayName("A table that does not fit a given schema, or is not there, is refused with exit code 2")
    void refused() throws IOException {
        Path file = folder.resolve("schema.json");
        calor("schema", people, "-o", file);
        Files.writeString(people, "age,season\n39,winter\nold,wintr\n");
        Outcome wrong = calor("schema", people, "--schema", file);
        assertEquals(2, wrong.code);
        assertTrue(
                wrong.err.contains("people.csv:3 column 'season': 'wintr' is not in [summer, autumn, winter]"),
                wrong.err);
        assertTrue(wrong.err.contains("people.csv:3 column 'age': 'old' is not a whole number"), wrong.err);
        Outcome absent = calor("schema", folder.resolve("none.csv"));
        assertEquals(2, absent.code);
        assertTrue(absent.err.contains("none.csv: no such file or folder"), absent.err);
        for (Outcome none : List.of(
                calor("schema"), calor("schema", people, "--sql", "SELECT 1"), calor("schema", "--jdbc", "x"))) {
            assertEquals(2, none.code);
            assertTrue(none.err.contains("give a table: either a file, or --sql QUERY"), none.err);
        }
    }
}
