package dev.calor.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EngineTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    /** A file: no directory can be made below it, whoever asks, as below a read-only home. */
    private Path readOnly() throws IOException {
        return Files.writeString(folder.resolve("file"), "").resolve("home");
    }

    @Test
    @DisplayName("Natives are unpacked below the home directory, or below the temporary one where that is read-only")
    void cache() throws IOException {
        Path home = folder.resolve("home");
        Path temporary = folder.resolve("temporary");
        assertEquals(home, Engine.writable(home, temporary));
        assertEquals(temporary, Engine.writable(readOnly(), temporary));
        assertTrue(Files.isDirectory(temporary));
    }

    @Test
    @DisplayName("Without a place to unpack natives the message names the remedy")
    void nowhere() throws IOException {
        Path nowhere = readOnly();
        IllegalStateException refused =
                assertThrows(IllegalStateException.class, () -> Engine.writable(nowhere, nowhere));
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.contains("org.bytedeco.javacpp.cachedir"), message);
    }
}
