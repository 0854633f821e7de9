package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tables of ugly features, combined at random, through schema, fit, sample and report. {@code -Dcalor.uglyTables=2000} tries more than the
 * usual fifteen, {@code -Dcalor.uglySeconds=600} ends after so long, {@code -Dcalor.uglyFirst=N} starts at another one.
 */
class UglyTablesTest {
    private static final String TINY = "steps=20,width=8,depth=2,components=2,batch=32,levels=3,lastRounds=1";
    private static final int DRAWN = 25;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    @DisplayName(
            "No crash, no lost row, no real value of a secret column; what is refused is refused with file and remedy")
    void survive() throws IOException {
        int first = Integer.getInteger("calor.uglyFirst", 0);
        int count = Integer.getInteger("calor.uglyTables", 15);
        long seconds = Long.getLong("calor.uglySeconds", Long.MAX_VALUE / 2_000_000_000L);
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        int tried = 0;
        int refused = 0;
        List<String> failures = new ArrayList<>();
        for (int i = first; i < first + count && System.nanoTime() < end; i++) {
            UglyTable table =
                    UglyTable.make(folder, RandomStream.of(7).child("ugly").child(i));
            try {
                refused += through(table) ? 0 : 1;
            } catch (AssertionError | RuntimeException failed) {
                failures.add("table " + i + ": " + failed);
            }
            tried++;
            Files.delete(table.file());
        }
        assertEquals(List.of(), failures, failures.size() + " of " + tried + " tables failed");
        assertTrue(tried > 0 && (tried < 40 || refused < tried / 4), refused + " of " + tried + " were refused");
        if (count > 40) {
            System.out.println(tried + " tables, " + refused + " of them refused as they should be");
        }
    }

    /** Whether a table went through all commands; otherwise it was refused as it should be. */
    private boolean through(UglyTable table) throws IOException {
        Path schema = folder.resolve("schema.json");
        Path model = folder.resolve("model.calor");
        Path drawn = folder.resolve("drawn.csv");
        Calor.Outcome found = calor(table, "schema", table.file(), "-o", schema);
        if (table.damage() != UglyTable.Damage.NONE) {
            refused(table, found);
            refused(table, calor(table, "fit", table.file(), "-o", model, "--quiet"));
            return false;
        }
        assertEquals(0, found.code(), found.err());
        assertTrue(
                found.out()
                        .startsWith(table.rows() + " rows, " + table.columns().size() + " columns"),
                found.out());
        assertFalse(found.out().contains("\u001b") || found.err().contains("\u202e"), "escapes are shown");
        good(calor(table, "fit", table.file(), "-o", model, "--preset", "fast", "--quiet", "--set", TINY));
        good(Calor.run("sample", model.toString(), "-n", "" + DRAWN, "-o", drawn.toString(), "--quiet"));
        noSecrets(table, drawn);
        if (!table.options().contains("--no-header") && !table.options().contains("--encoding")) {
            good(calor(table, "report", table.file(), drawn, "--json", "--quiet"));
        }
        return true;
    }

    private static Calor.Outcome calor(UglyTable table, Object... words) {
        List<String> all = new ArrayList<>();
        List.of(words).forEach(word -> all.add(word.toString()));
        all.addAll(table.options());
        return Calor.run(all.toArray(String[]::new));
    }

    private static void good(Calor.Outcome outcome) {
        assertEquals(0, outcome.code(), outcome.err());
        assertFalse(outcome.err().contains("\tat "), outcome.err());
    }

    /** One line with the file, its line where one is to blame, and a remedy after the semicolon. */
    private static void refused(UglyTable table, Calor.Outcome found) {
        String message = found.err();
        assertEquals(2, found.code(), message);
        assertEquals(1, message.strip().lines().count(), message);
        assertTrue(message.contains(table.file().toString()) && message.contains(";"), message);
        assertFalse(message.contains("\tat ") || message.contains("defect") || message.contains("java."), message);
        if (table.damage().hasLine()) {
            assertTrue(message.contains(table.file() + ":"), "no line in: " + message);
        }
    }

    private static void noSecrets(UglyTable table, Path drawn) throws IOException {
        List<List<String>> rows = fields(Files.readString(drawn), table);
        assertEquals(table.columns(), rows.get(0));
        assertEquals(DRAWN, rows.size() - 1);
        for (List<String> row : rows.subList(1, rows.size())) {
            assertEquals(table.columns().size(), row.size(), row.toString());
            for (int k = 0; k < row.size(); k++) {
                assertFalse(table.secrets().get(k).contains(row.get(k)), "a real value: " + row.get(k));
            }
        }
    }

    /** The fields of delimited text as RFC 4180 has them, read without Calor. */
    private static List<List<String>> fields(String text, UglyTable table) {
        char separator = text.charAt(headerEnd(text, table));
        List<List<String>> rows = new ArrayList<>();
        List<String> row = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted ? c == '"' : c == '"' && field.isEmpty()) {
                boolean doubled = quoted && i + 1 < text.length() && text.charAt(i + 1) == '"';
                if (doubled) {
                    field.append('"');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (!quoted && (c == separator || c == '\n')) {
                row.add(field.toString());
                field.setLength(0);
                if (c == '\n') {
                    rows.add(row);
                    row = new ArrayList<>();
                }
            } else if (quoted || c != '\r') {
                field.append(c);
            }
        }
        return rows;
    }

    /** The place of the first separator: after the name of the first column, which needs no quotes. */
    private static int headerEnd(String text, UglyTable table) {
        String first = table.columns().get(0);
        assertTrue(text.startsWith(first), text.substring(0, Math.min(80, text.length())));
        return first.length();
    }
}
