package dev.calor.table;

import dev.calor.file.WholeFile;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Writes a table to a file, atomically, in the format of its extension and as its schema says: order of columns,
 * decimals, date formats, spellings, missing tokens.
 */
public final class TableWriter {
    private static final int BUFFER = 1 << 16;

    private TableWriter() {}

    /**
     * Whether a format is text. Called before the table is computed, it refuses an unknown format early.
     *
     * @param named the format; null for that of the extension
     * @throws IllegalArgumentException if there is no such format
     */
    public static boolean isText(Path file, @Nullable String named) {
        return (named == null ? FileFormat.of(file) : FileFormat.named(named)) != FileFormat.PARQUET;
    }

    /**
     * Writes a table as CSV; the writer stays open.
     *
     * @throws IOException if the writer fails
     * @throws IllegalArgumentException never: CSV is text
     */
    public static void writeCsv(Table table, Writer out) throws IOException {
        writeText(table, "csv", out);
    }

    /**
     * Writes a table as text to a writer, which stays open.
     *
     * @throws IllegalArgumentException if the format is not csv, tsv or jsonl
     * @throws IOException if the writer fails
     */
    public static void writeText(Table table, String named, Writer out) throws IOException {
        FileFormat format = FileFormat.named(named);
        if (format == FileFormat.PARQUET) {
            throw new IllegalArgumentException("Parquet is not text; write it to a stream of bytes or a file");
        }
        writeText(table, format, out);
    }

    /**
     * Writes a table as Parquet to a stream, which stays open.
     *
     * @throws IOException if the stream fails
     */
    public static void writeParquet(Table table, OutputStream out) throws IOException {
        Path folder = Files.createTempDirectory("calor");
        Path file = folder.resolve("table.parquet");
        try {
            ParquetWriter.write(table, file);
            Files.copy(file, out);
            out.flush();
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private static void writeText(Table table, FileFormat format, Writer out) throws IOException {
        if (format == FileFormat.JSON) {
            JsonLinesWriter.write(table, out);
        } else {
            CsvWriter.write(table, format == FileFormat.TSV ? '\t' : separator(table), true, out);
        }
        out.flush();
    }

    /**
     * Writes a table; a file of that name is replaced.
     *
     * @throws IllegalArgumentException if the extension names no format, or the file is a folder
     * @throws IOException if it cannot be written; then nothing is
     */
    public static void write(Table table, Path file) throws IOException {
        write(table, file, null);
    }

    /**
     * Writes a table; a file of that name is replaced.
     *
     * @param named the format, csv, tsv, jsonl or parquet; null for that of the extension
     * @throws IllegalArgumentException if there is no such format, or the file is a folder
     * @throws IOException if it cannot be written; then nothing is
     */
    public static void write(Table table, Path file, @Nullable String named) throws IOException {
        FileFormat format = named == null ? FileFormat.of(file) : FileFormat.named(named);
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder; give the name of a file in it");
        }
        if (format == FileFormat.PARQUET) {
            WholeFile.make(file, part -> ParquetWriter.write(table, part));
        } else {
            WholeFile.write(file, stream -> writeText(table, stream, format, FileFormat.isCompressed(file)));
        }
    }

    /** The separator of the file that the schema was made from. */
    static char separator(Table table) {
        Character own = table.schema().separator();
        return own == null ? ',' : own;
    }

    private static void writeText(Table table, OutputStream raw, FileFormat format, boolean gzip) throws IOException {
        GZIPOutputStream packed = gzip ? new GZIPOutputStream(raw, BUFFER) : null;
        Writer writer = new BufferedWriter(
                new OutputStreamWriter(packed == null ? raw : packed, StandardCharsets.UTF_8), BUFFER);
        writeText(table, format, writer);
        if (packed != null) {
            packed.finish();
        }
    }
}
