package dev.calor.table;

import java.nio.file.Path;
import java.util.Locale;

/** The formats of files, by extension. */
enum FileFormat {
    /** Delimited text. */
    CSV,
    /** Text delimited by tabs. */
    TSV,
    PARQUET,
    /** JSON objects, one per line, or an array of them. */
    JSON;

    private static final String COMPRESSED = ".gz";

    /** The format of a file, by its extension. */
    static FileFormat of(Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        String plain = isCompressed(file) ? name.substring(0, name.length() - COMPRESSED.length()) : name;
        return switch (plain.substring(plain.lastIndexOf('.') + 1)) {
            case "csv", "txt", "data" -> CSV;
            case "tsv" -> TSV;
            case "json", "jsonl", "ndjson" -> JSON;
            case "parquet" -> PARQUET;
            case "xlsx", "xls", "ods" ->
                throw new IllegalArgumentException(
                        file + " is a spreadsheet, which Calor does not read or write; save the sheet as CSV");
            default ->
                throw new IllegalArgumentException(
                        file + ": the extension does not say what the file is; known are .csv, .tsv, .txt, .data,"
                                + " .json, .jsonl and .ndjson, each also with .gz, and .parquet; rename the file, or say --format");
        };
    }

    /**
     * The format with this name.
     *
     * @throws IllegalArgumentException if there is no such format
     */
    static FileFormat named(String word) {
        return switch (word.toLowerCase(Locale.ROOT)) {
            case "csv" -> CSV;
            case "tsv" -> TSV;
            case "json", "jsonl", "ndjson" -> JSON;
            case "parquet" -> PARQUET;
            default ->
                throw new IllegalArgumentException(
                        "'" + word + "' is not a format: allowed are csv, tsv, jsonl and parquet");
        };
    }

    static boolean isCompressed(Path file) {
        return file.toString().toLowerCase(Locale.ROOT).endsWith(COMPRESSED);
    }
}
