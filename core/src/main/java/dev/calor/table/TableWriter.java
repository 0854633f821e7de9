package dev.calor.table;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;

/**
 * Writes a table to a file, in the format of its extension and with the look its schema keeps: order of columns, decimals, date
 * formats, spellings, missing tokens. The file appears whole or not at all.
 */
public final class TableWriter {
    private static final int BUFFER = 1 << 16;

    private TableWriter() {}

    /** Refuses a file whose extension names no format: before the work that makes its table. */
    public static void checkFormat(Path file) {
        FileFormat.of(file);
    }

    /** Writes a table as CSV to where text goes, which stays open. */
    public static void writeCsv(Table table, Writer out) throws IOException {
        CsvWriter.write(table, ',', true, out);
        out.flush();
    }

    /** Writes a table; a file of that name is replaced. */
    public static void write(Table table, Path file) throws IOException {
        FileFormat format = FileFormat.of(file);
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder; give the name of a file in it");
        }
        Path folder = file.toAbsolutePath().resolveSibling(".").normalize();
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(folder.toString());
        }
        if (!Files.isWritable(folder)) {
            throw new AccessDeniedException(folder.toString());
        }
        Path partial = folder.resolve("." + file.getFileName() + "." + UUID.randomUUID() + ".partial");
        try {
            if (format == FileFormat.PARQUET) {
                ParquetWriter.write(table, partial);
            } else {
                writeText(table, partial, format, FileFormat.isCompressed(file));
            }
            move(partial, file);
        } catch (IOException failed) {
            boolean bare = failed instanceof FileSystemException system && system.getReason() == null;
            throw new IOException(
                    file + ": " + (bare ? "could not be created" : failed.getMessage()) + "; nothing was written",
                    failed);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private static void writeText(Table table, Path file, FileFormat format, boolean gzip) throws IOException {
        try (OutputStream raw = Files.newOutputStream(file);
                OutputStream out = gzip ? new GZIPOutputStream(raw, BUFFER) : raw;
                Writer writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), BUFFER)) {
            if (format == FileFormat.JSON) {
                JsonLinesWriter.write(table, writer);
            } else {
                CsvWriter.write(table, format == FileFormat.TSV ? '\t' : ',', true, writer);
            }
        }
    }

    private static void move(Path partial, Path file) throws IOException {
        try {
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException elsewhere) {
            Files.move(partial, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
