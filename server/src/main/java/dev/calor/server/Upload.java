package dev.calor.server;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file that a client sends, written to a folder under a name of our own: of the client's name only the extension is used, and only
 * one that is known.
 *
 * @param name as the client calls it, for people
 */
record Upload(String name, Path file) {
    private static final int LONGEST_NAME = 120;
    private static final int BUFFER = 1 << 16;
    private static final List<String> TEXTS = List.of("csv", "tsv", "txt", "data", "json", "jsonl", "ndjson");

    /**
     * Receives a table.
     *
     * @param folder it is written to
     * @throws Refusal if the name has no known extension, or there are too many bytes
     */
    static Upload table(InputStream body, @Nullable String given, Path folder, Limits limits) throws IOException {
        String name = readable(given == null ? "" : given);
        Path file = folder.resolve("data." + extension(name));
        receive(body, file, limits.upload());
        if (Files.size(file) == 0) {
            throw Refusal.unusable(name + " is empty; a table starts with a line of column names");
        }
        if (file.toString().endsWith(".gz")) {
            checkUnpacked(name, file, limits.unpacked());
        }
        return new Upload(name, file);
    }

    /** The extension of a table's name. */
    private static String extension(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean gzip = lower.endsWith(".gz");
        String plain = gzip ? lower.substring(0, lower.length() - 3) : lower;
        String last = plain.substring(plain.lastIndexOf('.') + 1);
        if (plain.contains(".") && (TEXTS.contains(last) || (last.equals("parquet") && !gzip))) {
            return last + (gzip ? ".gz" : "");
        }
        throw Refusal.badRequest("the name of the file, '" + name + "', does not say what it is: known are ."
                + String.join(", .", TEXTS) + ", each also with .gz, and .parquet; give such a name with ?name=");
    }

    /** A client's name for something, short and without control characters; it is shown, and never a path. */
    static String readable(String given) {
        String last = given.substring(Math.max(given.lastIndexOf('/'), given.lastIndexOf('\\')) + 1);
        String plain = last.replaceAll("[\\p{Cntrl}\\p{Cs}]", "").strip();
        return plain.length() <= LONGEST_NAME ? plain : plain.substring(plain.length() - LONGEST_NAME);
    }

    /** Writes a body to a file. */
    static void receive(InputStream body, Path file, long most) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long received = 0;
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int count = body.read(buffer); count >= 0; count = body.read(buffer)) {
                received += count;
                if (received > most) {
                    throw tooLarge(most);
                }
                out.write(buffer, 0, count);
            }
        }
    }

    static Refusal tooLarge(long most) {
        return Refusal.tooMuch("--max-upload", "the file has more than " + (most >> 20) + " MB; send a smaller one");
    }

    private static void checkUnpacked(String name, Path file, long most) throws IOException {
        byte[] buffer = new byte[BUFFER];
        long unpacked = 0;
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file), BUFFER)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                unpacked += count;
                if (unpacked > most) {
                    throw Refusal.tooMuch(
                            "--max-unpacked", name + " unpacks to more than " + (most >> 20) + " MB; send fewer rows");
                }
            }
        } catch (ZipException | EOFException damaged) {
            throw Refusal.unusable(name + " is not compressed by gzip, or is cut short (" + damaged.getMessage()
                    + "); send it without .gz, or again");
        }
    }
}
