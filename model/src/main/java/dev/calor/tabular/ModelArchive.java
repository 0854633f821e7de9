package dev.calor.tabular;

import dev.calor.file.BoundedJson;
import dev.calor.file.WholeFile;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * The zip file that holds a model. Its first entry, {@code SHA256SUMS}, has the hash of every other one, as {@code sha256sum -c}
 * checks it. An entry is read only if its size is within bounds, and used only if its hash is right.
 */
final class ModelArchive implements AutoCloseable {
    private static final String SUMS = "SHA256SUMS";
    private static final String TENSORS = ".safetensors";

    /** The most bytes of the weights. */
    private static final long MOST_WEIGHTS = 1L << 30;

    /**
     * Weights are stored uncompressed; another tool may compress them by a tenth. What is compressed by more than this
     * factor cannot be weights.
     */
    private static final long MOST_SHRINKING = 16;

    private static final int MOST_SUMS = 1 << 16;

    private final ZipFile zip;
    private final Path file;
    private final Map<String, String> sums;

    private ModelArchive(ZipFile zip, Path file) throws IOException {
        this.zip = zip;
        this.file = file;
        this.sums = zip.getEntry(SUMS) == null
                ? Map.of()
                : sums(new String(bytes(SUMS, MOST_SUMS), StandardCharsets.UTF_8));
    }

    /**
     * Opens a file.
     *
     * @throws IOException if it is not a zip file, or its list of hashes is damaged
     */
    static ModelArchive open(Path file) throws IOException {
        ZipFile zip = new ZipFile(file.toFile());
        try {
            return new ModelArchive(zip, file);
        } catch (IOException | RuntimeException broken) {
            zip.close();
            throw broken;
        }
    }

    private Map<String, String> sums(String text) throws IOException {
        Map<String, String> sums = new HashMap<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" [ *]", 2);
            if (words.length < 2) {
                throw new IOException(file + ": a damaged model (a line of its " + SUMS + " is not a hash and a name)");
            }
            sums.put(words[1], words[0]);
        }
        return sums;
    }

    /** Whether the file has hashes, as every one since version 2 of the format has. */
    boolean hasHashes() {
        return !sums.isEmpty();
    }

    /**
     * The content of an entry.
     *
     * @throws IOException if there is no such entry, it is too large, or it is not what was written
     */
    byte[] part(String name) throws IOException {
        byte[] bytes = bytes(name, name.endsWith(TENSORS) ? MOST_WEIGHTS : BoundedJson.MOST_BYTES);
        if (hasHashes() && !sha256(bytes).equals(sums.get(name))) {
            throw new IOException(file + ": a damaged model (its " + name + " does not have the hash in " + SUMS + ")");
        }
        return bytes;
    }

    /** The same, as text in UTF-8. */
    String text(String name) throws IOException {
        return new String(part(name), StandardCharsets.UTF_8);
    }

    private byte[] bytes(String name, long most) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new IOException(file + ": not a model of Calor (it has no " + name + ")");
        }
        long size = entry.getSize();
        if (size > most) {
            throw new IOException(file + ": its " + name + " would be " + size + " bytes, more than the " + most
                    + " a model may have");
        }
        if (name.endsWith(TENSORS) && size > MOST_SHRINKING * entry.getCompressedSize()) {
            throw new IOException(file + ": a damaged model (" + entry.getCompressedSize() + " bytes would become "
                    + size + " of weights)");
        }
        try (InputStream stream = zip.getInputStream(entry)) {
            byte[] bytes = stream.readNBytes((int) size);
            // Zip files have a checksum of each part, which reading does not check.
            if (bytes.length != size || stream.read() >= 0 || checksum(bytes) != entry.getCrc()) {
                throw new IOException(file + ": a damaged model (its " + name + " is not what was written)");
            }
            return bytes;
        }
    }

    /**
     * Writes a file, atomically.
     *
     * @param parts the entries by name, in their order
     * @throws IOException if the file cannot be written
     */
    static void write(Path file, Map<String, byte[]> parts) throws IOException {
        StringBuilder sums = new StringBuilder();
        parts.forEach((name, bytes) ->
                sums.append(sha256(bytes)).append("  ").append(name).append('\n'));
        Map<String, byte[]> all = new LinkedHashMap<>();
        all.put(SUMS, sums.toString().getBytes(StandardCharsets.UTF_8));
        all.putAll(parts);
        WholeFile.write(file, stream -> {
            try (ZipOutputStream zip = new ZipOutputStream(keptOpen(stream))) {
                for (Map.Entry<String, byte[]> part : all.entrySet()) {
                    put(zip, part.getKey(), part.getValue());
                }
            }
        });
    }

    /** A stream whose {@code close} does not close the underlying one. */
    private static OutputStream keptOpen(OutputStream stream) {
        return new FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                out.flush();
            }
        };
    }

    /** Writes no time stamp: the same model gives the same bytes. Weights hardly compress, so they are stored uncompressed. */
    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        if (name.endsWith(TENSORS)) {
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCrc(checksum(bytes));
        }
        zip.putNextEntry(entry);
        zip.write(bytes);
        zip.closeEntry();
    }

    private static long checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
