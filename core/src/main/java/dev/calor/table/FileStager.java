package dev.calor.table;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipException;

/** Brings in a file of at most so many rows. */
record FileStager(Path file, int mostRows) implements TableSource.Stager {

    @Override
    public TableSource.Staged stage(Duck duck) throws SQLException, IOException {
        check();
        FileFormat format = FileFormat.of(file);
        try {
            TableSource.Staged staged =
                    switch (format) {
                        case CSV, TSV -> stageText(duck, format);
                        case PARQUET ->
                            stageQuery(duck, "FROM read_parquet(" + Duck.literal(file) + ")" + limit(), "Parquet");
                        case JSON ->
                            stageQuery(
                                    duck,
                                    "FROM read_json(" + Duck.literal(file) + ", maximum_depth = 1, sample_size = -1)"
                                            + limit(),
                                    "JSON objects, one a line");
                    };
            if (duck.count("SELECT count(*) FROM " + StagedTable.TABLE) > mostRows) {
                throw new IllegalArgumentException(
                        file + " has more than " + mostRows + " rows, which is the limit; give fewer");
            }
            return staged;
        } catch (ZipException error) {
            throw new IllegalArgumentException(
                    file + " is not compressed by gzip (" + error.getMessage() + "); name it without .gz", error);
        }
    }

    /** One row more than allowed, by which a longer file is known. */
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
        if (Files.isRegularFile(file) && Files.size(file) == 0) {
            throw new IllegalArgumentException(file + " is empty; a table starts with a line of column names");
        }
    }

    private TableSource.Staged stageText(Duck duck, FileFormat format) throws SQLException, IOException {
        boolean gzip = FileFormat.isCompressed(file);
        TextFile text = new TextFile(file, gzip);
        CsvHeader header = CsvHeader.of(text, format == FileFormat.TSV ? '\t' : null);
        CsvFile csv = new CsvFile(text, header);
        int columns = header.names().size();
        String types = IntStream.range(0, columns)
                .mapToObj(k -> "'c" + k + "': 'VARCHAR'")
                .collect(Collectors.joining(", "));
        String options = ", columns = {" + types
                + "}, auto_detect = false, header = true, quote = '\"', escape = '\"', delim = "
                + Duck.literal(String.valueOf(header.separator())) + ", compression = " + (gzip ? "'gzip'" : "'none'");
        try {
            duck.execute("CREATE TABLE " + StagedTable.TABLE + " AS SELECT "
                    + IntStream.range(0, columns)
                            .mapToObj(k -> StagedTable.stripped("c" + k, k))
                            .collect(Collectors.joining(", "))
                    + " FROM read_csv(" + Duck.literal(file) + options + ")" + limit());
        } catch (SQLException refused) {
            throw csv.complaint(Duck.reason(refused));
        }
        return new TableSource.Staged(header.names(), rows -> Arrays.stream(csv.lines(rows))
                .mapToObj(line -> file + ":" + line)
                .toList());
    }

    private TableSource.Staged stageQuery(Duck duck, String query, String expected) throws SQLException {
        try {
            List<String> names = QueryStager.copy(duck, query);
            return new TableSource.Staged(names, QueryStager.places(file.toString()));
        } catch (SQLException refused) {
            throw new IllegalArgumentException(
                    file + " is not " + expected + ": " + Duck.reason(refused) + "; correct the file, or its extension",
                    refused);
        }
    }
}
