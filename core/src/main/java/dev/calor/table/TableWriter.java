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
        CsvWriter.write(table, ',', out);
        out.flush();
    }

    /**
     * Writes a table; a file of that name is replaced.
     *
     * @throws IllegalArgumentException if the extension names no format, or the file is a folder
     * @throws IOException if it cannot be written; then nothing is
     */
    public static void write(Table table, Path file) throws IOException {
        FileFormat format = FileFormat.of(file);
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder; give the name of a file in it");
        }
        if (format == FileFormat.PARQUET) {
            WholeFile.make(file, part -> ParquetWriter.write(table, part));
        } else {
            WholeFile.write(file, stream -> writeText(table, stream, format, FileFormat.isCompressed(file)));
        }
    }

    private static void writeText(Table table, OutputStream raw, FileFormat format, boolean gzip) throws IOException {
        GZIPOutputStream packed = gzip ? new GZIPOutputStream(raw, BUFFER) : null;
        Writer writer = new BufferedWriter(
                new OutputStreamWriter(packed == null ? raw : packed, StandardCharsets.UTF_8), BUFFER);
        if (format == FileFormat.JSON) {
            JsonLinesWriter.write(table, writer);
        } else {
            CsvWriter.write(table, format == FileFormat.TSV ? '\t' : ',', writer);
        }
        writer.flush();
        if (packed != null) {
            packed.finish();
        }
    }
}
