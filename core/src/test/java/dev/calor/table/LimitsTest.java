package dev.calor.table;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is too large is refused with the number and the remedy. */
class LimitsTest {
    @Test
    @DisplayName("A row of five megabytes is refused by its line, first or among others")
    void longLine(@TempDir Path folder) throws IOException {
        Path first = Files.writeString(folder.resolve("first.csv"), "a,b\n1," + "x".repeat(5_000_000) + "\n");
        assertRefused(() -> TableSource.file(first).read(), "first.csv:2", "longer than 2000000 bytes", "shorten it");
        Path later = Files.writeString(
                folder.resolve("later.csv"), "a,b\n1,x\n2,\"" + "y\n".repeat(2_000_000) + "\"\n3,z\n");
        assertRefused(
                () -> TableSource.file(later).read(), "later.csv:3", "longer than 2000000 bytes", "close the quote");
    }

    @Test
    @DisplayName(
            "A last row of a hundred megabytes, before which DuckDB stops in silence, is refused too; a table of such rows is read")
    void longLastLine(@TempDir Path folder) throws IOException {
        byte[] megabyte = "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
        for (String end : List.of("", "\n", "\r\n\r\n")) {
            Path plain = folder.resolve("plain.csv");
            Path packed = folder.resolve("packed.csv.gz");
            try (OutputStream text = Files.newOutputStream(plain);
                    OutputStream gzip = new GZIPOutputStream(Files.newOutputStream(packed))) {
                for (OutputStream out : List.of(text, gzip)) {
                    out.write("a,b\n1,2\n3,".getBytes(StandardCharsets.UTF_8));
                    for (int i = 0; i < 100; i++) {
                        out.write(megabyte);
                    }
                    out.write(end.getBytes(StandardCharsets.UTF_8));
                }
            }
            assertRefused(() -> TableSource.file(plain).read(), "plain.csv:3", "longer than 2000000 bytes");
            assertRefused(() -> TableSource.file(packed).read(), "packed.csv.gz:3", "longer than 2000000 bytes");
        }
        for (String lineEnd : List.of("\n", "\r", "\r\n")) {
            Path file = Files.writeString(folder.resolve("rows.csv"), ("12,yes" + lineEnd).repeat(400_000));
            assertEquals(399_999, TableSource.file(file).read().rows());
        }
    }

    @Test
    @DisplayName(
            "A table too long for memory is reduced to the same rows every time, and line numbers are still those of the file")
    void thinned(@TempDir Path folder) throws IOException {
        int rows = 50_000;
        StringBuilder text = new StringBuilder("n,c\n");
        for (int row = 0; row < rows; row++) {
            text.append(row).append(row % 2 == 0 ? ",even\n" : ",odd\n");
        }
        Path file = Files.writeString(folder.resolve("long.csv"), text);
        double[] first = thinned(file, 2_000);
        assertArrayEquals(first, thinned(file, 2_000));
        assertEquals(2_000, first.length, 200, "4.5 standard deviations");
        assertEquals(rows / 2.0, Arrays.stream(first).average().orElseThrow(), 1_500, "4.6 standard errors");
        assertEquals(rows, thinned(file, rows).length);
        try (StagedTable staged = TableSource.file(file).open(1)) {
            staged.thin(2_000);
            Schema numbers = new Schema(List.of(ColumnSchema.number("c", ColumnType.NUMERIC, 0, 1, 0)));
            String line = "long.csv:" + (2 + (int) first[0]); // after the header, counted from 1
            assertRefused(() -> staged.read(numbers, Unknown.REFUSE), line, "is not a finite number");
        }
    }

    private static double[] thinned(Path file, int most) throws IOException {
        try (StagedTable staged = TableSource.file(file).open()) {
            staged.thin(most);
            return staged.read(staged.infer(Set.of("n")), Unknown.REFUSE).numbers(0);
        }
    }
}
