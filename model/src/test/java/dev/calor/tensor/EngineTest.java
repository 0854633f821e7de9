package dev.calor.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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
    @DisplayName("A temporary folder that others may write to, or that is a link, is not trusted")
    void shared() throws IOException {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no permissions here");
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Files.setPosixFilePermissions(shared, PosixFilePermissions.fromString("rwxrwxrwx"));
        Path home = readOnly();
        Path link =
                Files.createSymbolicLink(folder.resolve("link"), Files.createDirectory(folder.resolve("elsewhere")));
        for (Path place : new Path[] {shared, link}) {
            IllegalStateException refused =
                    assertThrows(IllegalStateException.class, () -> Engine.writable(home, place.resolve("javacpp")));
            assertTrue(String.valueOf(refused.getMessage()).contains("cannot be trusted"), refused.getMessage());
        }
        Path own = Engine.writable(home, folder.resolve("own").resolve("javacpp"));
        assertEquals(
                "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(own.resolveSibling("."))));
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
