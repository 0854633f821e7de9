package dev.calor.table;

import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Writes a table piece by piece, so that a table larger than memory can be written while it is made. */
public final class RowStream implements Closeable {
    private final FileFormat format;
    private final Writer out;
    private boolean header = true;

    private RowStream(FileFormat format, Writer out) {
        this.format = format;
        this.out = out;
    }

    /**
     * A stream of rows as text.
     *
     * @param extension csv, tsv or jsonl
     * @param out closed with the stream of rows
     * @throws IllegalArgumentException if the extension is not that of a text format
     */
    public static RowStream to(OutputStream out, String extension) {
        FileFormat format = FileFormat.of(Path.of("rows." + extension));
        if (format == FileFormat.PARQUET) {
            throw new IllegalArgumentException("Parquet is not written piece by piece: allowed are csv, tsv and jsonl");
        }
        return new RowStream(format, new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8), 1 << 16));
    }

    /**
     * Writes and flushes the next rows.
     *
     * @throws IOException if they cannot be written
     */
    public void write(Table rows) throws IOException {
        if (format == FileFormat.JSON) {
            JsonLinesWriter.write(rows, out);
        } else {
            CsvWriter.write(rows, format == FileFormat.TSV ? '\t' : TableWriter.separator(rows), header, out);
        }
        header = false;
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
