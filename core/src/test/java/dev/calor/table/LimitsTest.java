package dev.calor.table;

import static dev.calor.Refusal.assertRefused;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
