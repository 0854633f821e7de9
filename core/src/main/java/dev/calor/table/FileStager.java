package dev.calor.table;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Stages a file.
 *
 * @param name its name in error messages
 * @param stream the source if it is not a file; it is read once
 * @param mostRows the largest number of rows; a longer file is refused
 */
record FileStager(Path file, String name, @Nullable InputStream stream, FileOptions options, int mostRows)
        implements TableSource.Stager {

    @Override
    public TableSource.Staged stage(Duck duck) throws SQLException, IOException {
        try {
            return located(duck);
        } catch (ZipException error) {
            throw new IllegalArgumentException(
                    name + " is not compressed by gzip (" + error.getMessage() + "); name it without .gz", error);
        } catch (EOFException error) {
            throw new IllegalArgumentException(
                    name + " is compressed by gzip and cut short; give the whole file", error);
        }
    }

    private TableSource.Staged located(Duck duck) throws SQLException, IOException {
        if (stream != null) {
            return staged(duck, Spool.stream(stream, duck), true);
        }
        check();
        if (!Files.isRegularFile(file)) { // a pipe, which can be read once
            try (InputStream pipe = Files.newInputStream(file)) {
                return staged(duck, Spool.stream(pipe, duck), true);
            }
        }
        return staged(duck, file, false);
    }

    private TableSource.Staged staged(Duck duck, Path local, boolean spooled) throws SQLException, IOException {
        if (Files.size(local) == 0) {
            throw new IllegalArgumentException(name + " is empty; a table starts with a line of column names");
        }
        FileFormat format = options.format() != null
                ? FileFormat.named(options.format())
                : spooled ? Spool.format(local) : FileFormat.of(file);
        TableSource.Staged staged =
                switch (format) {
                    case CSV, TSV ->
                        stageText(duck, new TextFile(local, !spooled && FileFormat.isCompressed(file), name), format);
                    case PARQUET ->
                        stageQuery(duck, "FROM read_parquet(" + Duck.literal(local) + ")" + limit(), "Parquet");
                    case JSON ->
                        stageQuery(
                                duck,
                                "FROM read_json(" + Duck.literal(local) + ", maximum_depth = 1, sample_size = -1)"
                                        + limit(),
                                "JSON objects, one per line");
                };
        if (mostRows < Integer.MAX_VALUE && duck.count("SELECT count(*) FROM " + StagedTable.TABLE) > mostRows) {
            throw new IllegalArgumentException(
                    name + " has more than " + mostRows + " rows, which is the limit; give fewer");
        }
        return staged;
    }

    /** Reads one row more than allowed, to detect longer files. */
    private String limit() {
        return mostRows == Integer.MAX_VALUE ? "" : " LIMIT " + (mostRows + 1L);
    }

    private void check() throws IOException {
        if (!Files.exists(file)) {
            throw new NoSuchFileException(file.toString());
        }
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder; give a file in it");
        }
        if (!Files.isReadable(file)) {
            throw new AccessDeniedException(file.toString());
        }
    }

    private TableSource.Staged stageText(Duck duck, TextFile given, FileFormat format)
            throws SQLException, IOException {
        Charset encoding = options.encoding() != null ? options.encoding() : Spool.marked(given);
        TextFile text = encoding == null || encoding.equals(StandardCharsets.UTF_8)
                ? given
                : Spool.decoded(given, encoding, duck);
        Character separator =
                options.delimiter() != null ? options.delimiter() : format == FileFormat.TSV ? (Character) '\t' : null;
        CsvHeader header = CsvHeader.of(text, separator, options.header());
        CsvFile csv = new CsvFile(text, header);
        try {
            duck.execute("CREATE TABLE " + StagedTable.TABLE + " AS SELECT "
                    + each(header, k -> StagedTable.stripped("c" + k, k)) + " FROM read_csv("
                    + Duck.literal(text.path()) + dialect(header, text.gzip()) + ")" + limit());
        } catch (SQLException refused) {
            throw csv.complaint(Duck.reason(refused));
        }
        IllegalArgumentException tooLong = csv.lastIsTooLong() ? csv.tooLong() : null;
        if (tooLong != null) {
            throw tooLong;
        }
        return new TableSource.Staged(
                header.names(),
                rows -> Arrays.stream(csv.lines(rows))
                        .mapToObj(line -> name + ":" + line)
                        .toList(),
                new TableSource.Dialect(header.separator(), options.decimal(), options.missing(), List.of()));
    }

    /** The options with which DuckDB reads a text: the separator found in its header, and all columns as text. */
    private static String dialect(CsvHeader header, boolean gzip) {
        String lineEnd = header.lineEnd() == null
                ? ""
                : ", new_line = '" + header.lineEnd().replace("\r", "\\r").replace("\n", "\\n") + "'";
        return ", columns = {" + each(header, k -> "'c" + k + "': 'VARCHAR'") + "}, auto_detect = false, header = "
                + header.named() + ", skip = " + header.skipped() + ", quote = '\"', escape = '\"', delim = "
                + Duck.literal(String.valueOf(header.separator())) + ", compression = "
                + (gzip ? "'gzip'" : "'none'") + lineEnd;
    }

    private static String each(CsvHeader header, IntFunction<String> column) {
        return IntStream.range(0, header.names().size()).mapToObj(column).collect(Collectors.joining(", "));
    }

    private TableSource.Staged stageQuery(Duck duck, String query, String expected) throws SQLException {
        try {
            QueryStager.Copied copied = QueryStager.copy(duck, name, query);
            return new TableSource.Staged(
                    copied.names(),
                    QueryStager.places(name),
                    new TableSource.Dialect(null, options.decimal(), options.missing(), copied.types()));
        } catch (SQLException refused) {
            throw new IllegalArgumentException(
                    name + " is not " + expected + ": " + Duck.reason(refused) + "; correct the file, or its extension",
                    refused);
        }
    }
}
