package dev.calor.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    private static void write(Path file, String text) throws IOException {
        WholeFile.write(file, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    @DisplayName("A link stays a link and its target is replaced, even if the target does not exist yet")
    void links() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path file = inner.resolve("file.csv");
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), Path.of("inner", "file.csv"));
        Path again = Files.createSymbolicLink(folder.resolve("again.csv"), link);
        for (String text : List.of("first", "second")) {
            write(again, text);
            assertTrue(Files.isSymbolicLink(link) && Files.isSymbolicLink(again));
            assertFalse(Files.isSymbolicLink(file));
            assertEquals(text, Files.readString(file));
        }
    }

    @Test
    @DisplayName("A file that is replaced keeps its permissions")
    void permissions() throws IOException {
        assumeTrue(FileSystems.getDefault().supportedFileAttributeViews().contains("posix"), "no permissions here");
        Path file = Files.writeString(folder.resolve("secret.csv"), "old");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        write(file, "new");
        assertEquals("new", Files.readString(file));
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
    }

    @Test
    @DisplayName("Temporary files of killed programs are removed; those of other programs and recent ones stay")
    void sweeps() throws IOException {
        Path stale = part("file.csv", 2);
        Path fresh = part("file.csv", 0);
        Path other = part("other.csv", 2);
        Path foreign = aged(folder.resolve(".file.csv.mine.part"), 2);
        write(folder.resolve("file.csv"), "text");
        assertFalse(Files.exists(stale));
        assertTrue(Files.exists(fresh) && Files.exists(other) && Files.exists(foreign));
    }

    @Test
    @DisplayName(
            "The temporary file of a process that was killed on this machine is removed at once; that of a running one stays")
    void sweepsTheDead() throws Exception {
        Path file = folder.resolve("file.csv");
        Process child = new ProcessBuilder("sleep", "60").start();
        String own = PartName.of(file).getFileName().toString();
        Path childs = Files.writeString(
                folder.resolve(own.replaceFirst("csv\\.\\d+\\.", "csv." + child.pid() + ".")), "part");
        Path elsewhere = Files.writeString(
                folder.resolve(childs.getFileName().toString().replaceFirst("[0-9a-f]{8}\\.", "12345678.")), "part");
        assertTrue(childs.toString().contains("csv." + child.pid())
                && elsewhere.toString().contains(".12345678."));
        write(file, "text");
        assertTrue(Files.exists(childs));
        child.destroyForcibly().waitFor();
        write(file, "text");
        assertTrue(Files.exists(elsewhere)); // a process of another machine may well run
        assumeTrue(!own.contains(".00000000."), "processes cannot be told here");
        assertFalse(Files.exists(childs));
    }

    private Path part(String name, int hours) throws IOException {
        return aged(folder.resolve("." + name + "." + UUID.randomUUID() + ".part"), hours);
    }

    private static Path aged(Path file, int hours) throws IOException {
        Files.writeString(file, "part");
        return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(Duration.ofHours(hours))));
    }

    @Test
    @DisplayName("What fails leaves the old file and nothing else")
    void fails() throws IOException {
        Path file = Files.writeString(folder.resolve("file.csv"), "old");
        IOException refused = assertThrows(
                IOException.class,
                () -> WholeFile.make(file, part -> {
                    Files.writeString(part, "half");
                    throw new IOException("No space left on device");
                }));
        assertEquals(file + ": No space left on device; nothing was written", refused.getMessage());
        assertEquals("old", Files.readString(file));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(List.of(file), left.toList());
        }
    }

    @Test
    @DisplayName("A device is written to, not replaced")
    void device() throws IOException {
        Path nowhere = Path.of("/dev/null");
        assumeTrue(Files.exists(nowhere), "no such device here");
        write(nowhere, "text");
        assertFalse(Files.isRegularFile(nowhere));
    }
}
