package dev.calor;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

class PublicDataTest {
    @Test
    @DisplayName("Without a folder of data a test is skipped; with one, a missing file fails it")
    void require(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("adult.json");
        assertThrows(AssertionFailedError.class, () -> PublicData.require(file, false));
        Path nowhere = folder.resolve("absent").resolve("adult.json");
        assertThrows(TestAbortedException.class, () -> PublicData.require(nowhere, false));
        assertThrows(AssertionFailedError.class, () -> PublicData.require(nowhere, true));
        Files.createFile(file);
        PublicData.require(file, false);
    }
}
