package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.calor.file.WholeFile;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no models, or no longer, are refused by name; a model is written whole or not at all. */
class ModelFileTest {
    @TempDir
    static Path folder;

    private static byte[] good = {};

    @BeforeAll
    @SuppressWarnings("NullAway") // JUnit sets the folder before
    static void save() throws IOException {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
        TabularSpec tiny = TabularSpec.preset("fast")
                .with("width", "8")
                .with("depth", "1")
                .with("batch", "16")
                .withSteps(2);
        try (TabularModel model = TabularModel.fit(MixedTables.random(30, true, 1), tiny)) {
            model.save(folder.resolve("good.calor"));
        }
        good = Files.readAllBytes(folder.resolve("good.calor"));
    }

    private static void assertRefused(byte[] bytes, String... parts) throws IOException {
        Path file = folder.resolve("other.calor");
        Files.write(file, bytes);
        String message = String.valueOf(assertThrows(IOException.class, () -> TabularModel.load(file, Device.CPU))
                .getMessage());
        assertTrue(message.contains("other.calor"), message);
        for (String part : parts) {
            assertTrue(message.contains(part), "'" + part + "' is missing in: " + message);
        }
    }

    private static Map<String, byte[]> parts() throws IOException {
        Map<String, byte[]> parts = new LinkedHashMap<>();
        try (ZipInputStream zip = new ZipInputStream(new ByteArrayInputStream(good))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                parts.put(entry.getName(), zip.readAllBytes());
            }
        }
        return parts;
    }

    /** The file with some of its parts changed, and their hashes; "" leaves a part out. */
    private static byte[] with(Map<String, String> changes) throws IOException {
        Map<String, byte[]> parts = parts();
        parts.remove("SHA256SUMS");
        changes.forEach((name, text) -> parts.put(name, text.getBytes(StandardCharsets.UTF_8)));
        parts.values().removeIf(bytes -> bytes.length == 0);
        Path file = folder.resolve("changed.calor");
        ModelArchive.write(file, parts);
        return Files.readAllBytes(file);
    }

    /** The file packed by another tool, with some of its parts changed. */
    private static byte[] repacked(Map<String, String> changes) throws IOException {
        Map<String, byte[]> parts = parts();
        changes.forEach((name, text) -> parts.put(name, text.getBytes(StandardCharsets.UTF_8)));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> part : parts.entrySet()) {
                if (part.getValue().length > 0) {
                    zip.putNextEntry(new ZipEntry(part.getKey()));
                    zip.write(part.getValue());
                    zip.closeEntry();
                }
            }
        }
        return bytes.toByteArray();
    }

    private static String model() throws IOException {
        return new String(parts().getOrDefault("model.json", new byte[0]), StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("Repacked by another tool it is still a model")
    void repacked() throws IOException {
        Path file = folder.resolve("repacked.calor");
        Files.write(file, repacked(Map.of()));
        try (TabularModel model = TabularModel.load(file, Device.CPU)) {
            model.save(file);
        }
        assertArrayEquals(good, Files.readAllBytes(file));
    }

    @Test
    @DisplayName("Cut short anywhere, a file is refused")
    void truncated() throws IOException {
        for (int length = 0; length < good.length; length += good.length / 23) {
            assertRefused(java.util.Arrays.copyOf(good, length));
        }
        assertRefused(java.util.Arrays.copyOf(good, good.length - 1), "cut short");
    }

    @Test
    @DisplayName("A changed byte of the weights or of a description is found")
    void damaged() throws IOException {
        // latin 1: a character a byte
        String text = new String(good, StandardCharsets.ISO_8859_1);
        int weights = text.indexOf("__metadata__");
        int directory = text.indexOf("PK\u0001\u0002");
        int description = text.indexOf("model.json") + 30; // beyond the header
        int next = text.indexOf("PK\u0003\u0004", description) - 30;
        assertTrue(0 < description && description < next && next < weights && weights < directory);
        for (int part = 0; part < 40; part++) {
            int at = part < 10
                    ? description + part * (next - description) / 10
                    : weights + (part - 10) * (directory - weights) / 30;
            byte[] bytes = good.clone();
            bytes[at] ^= 0x10;
            assertRefused(bytes);
        }
    }

    @Test
    @DisplayName("Foreign files, future versions, missing and foreign parts are refused")
    void foreign() throws IOException {
        assertRefused("age,name\n3,x\n".getBytes(StandardCharsets.UTF_8), "not a model of Calor");
        assertRefused(with(Map.of("model.json", "")), "no model.json");
        assertRefused(with(Map.of("weights.safetensors", "")), "no weights.safetensors");
        assertRefused(with(Map.of("model.json", "{\"format\": \"cake\"}")), "not a model of Calor");
        assertRefused(with(Map.of("model.json", "{\"format\": ")), "damaged");
        assertRefused(with(Map.of("model.json", "{\"format\": \"calor\", \"version\": 1}")), "damaged");
        assertRefused(
                with(Map.of("model.json", model().replace("\"version\" : 2", "\"version\" : 7"))),
                "version 7",
                "up to version 2",
                "use Calor 0.1.0 or newer");
        assertRefused(with(Map.of("weights.safetensors", "0123456789")));
        assertRefused(with(Map.of("encoder.json", "[]")), "0 codecs for 10 columns");
        assertRefused(with(Map.of("encoder.json", "[{\"kind\": \"magic\"}]")), "damaged");
        // a network of another width than its weights
        assertRefused(with(Map.of("model.json", model().replace("\"width\" : 8", "\"width\" : 9"))), "damaged");
        IOException absent =
                assertThrows(IOException.class, () -> TabularModel.load(folder.resolve("absent.calor"), Device.CPU));
        assertTrue(String.valueOf(absent.getMessage()).contains("absent.calor: there is no such file"));
    }

    @Test
    @DisplayName("A part whose hash is wrong is refused by name; so is a file without hashes")
    void hashes() throws IOException {
        String older = model().replace("\"rows\" : \"30\"", "\"rows\" : \"31\"");
        assertRefused(repacked(Map.of("model.json", older)), "its model.json does not have the hash");
        assertRefused(repacked(Map.of("schema.json", "{}")), "its schema.json does not have the hash");
        assertRefused(repacked(Map.of("SHA256SUMS", "")), "it has no hashes");
        assertRefused(repacked(Map.of("SHA256SUMS", "cake")), "SHA256SUMS is not a hash and a name");
    }

    @Test
    @DisplayName("A part that claims gigabytes is refused before it is read")
    void oversized() throws IOException {
        String text = new String(good, StandardCharsets.ISO_8859_1);
        int directory = text.indexOf("PK\u0001\u0002", text.indexOf("PK\u0001\u0002") + 1);
        byte[] bytes = good.clone();
        for (int i = 0; i < 4; i++) {
            bytes[directory + 24 + i] = (byte) (0x7fff_ffff >> (8 * i)); // the size of model.json
        }
        assertRefused(bytes, "model.json would be 2147483647 bytes", "more than the 67108864");
    }

    @Test
    @DisplayName("A folder is not a model, nor is an unreadable file")
    void unreadable() throws IOException {
        IOException refused = assertThrows(IOException.class, () -> TabularModel.load(folder, Device.CPU));
        assertTrue(String.valueOf(refused.getMessage()).contains("a folder, not a model"));
        Path secret = folder.resolve("secret.calor");
        Files.write(secret, good);
        assumeTrue(secret.toFile().setReadable(false) && !Files.isReadable(secret), "this user reads everything");
        assertThrows(AccessDeniedException.class, () -> TabularModel.load(secret, Device.CPU));
    }

    @Test
    @DisplayName("A disk that is full leaves nothing behind, and what was there stays")
    void fullDisk() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("full"));
        Path old = Files.writeString(inner.resolve("old.calor"), "old");
        IOException refused = assertThrows(
                IOException.class,
                () -> WholeFile.write(old, stream -> {
                    stream.write(good);
                    stream.flush();
                    throw new IOException("No space left on device");
                }));
        assertEquals(old + ": No space left on device; nothing was written", refused.getMessage());
        assertEquals("old", Files.readString(old));
        try (Stream<Path> left = Files.list(inner)) {
            assertEquals(java.util.List.of(old), left.toList());
        }
    }

    @Test
    @DisplayName("A failed write leaves nothing behind, and what was there stays")
    void failedWrite() throws IOException {
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path taken = Files.createDirectory(inner.resolve("taken.calor"));
        try (TabularModel model = TabularModel.load(folder.resolve("good.calor"), Device.CPU)) {
            IOException refused = assertThrows(IOException.class, () -> model.save(taken));
            assertTrue(String.valueOf(refused.getMessage()).contains("taken.calor"));
            Path nowhere = inner.resolve("no").resolve("model.calor");
            refused = assertThrows(IOException.class, () -> model.save(nowhere));
            assertTrue(String.valueOf(refused.getMessage()).contains("make it first"));
        }
        try (Stream<Path> left = Files.list(inner)) {
            assertEquals(java.util.List.of(taken), left.toList());
        }
    }
}
