package dev.calor.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The kinds of files that commands write, told apart by how they begin. */
enum ResultKind {
    TABLE("a table"),
    MODEL("a model"),
    SCHEMA("a schema"),
    PAGE("a page of HTML"),
    FIGURE("a figure");

    private static final int BEGINNING = 512;
    private static final Pattern SCHEMA_START = Pattern.compile("\\{\\s*\"columns\"\\s*:.*", Pattern.DOTALL);
    private static final Pattern TABLE_NAME =
            Pattern.compile(".*\\.(csv|tsv|txt|data|json|jsonl|ndjson)(\\.gz)?|.*\\.parquet");

    private final String words;

    ResultKind(String words) {
        this.words = words;
    }

    /** The kind with its article, for messages. */
    String words() {
        return words;
    }

    /** The kind of a file; empty if it is none of these. */
    static Optional<ResultKind> of(Path file) throws IOException {
        String start;
        try (InputStream stream = Files.newInputStream(file)) {
            start = new String(stream.readNBytes(BEGINNING), StandardCharsets.ISO_8859_1)
                    .strip()
                    .toLowerCase(Locale.ROOT);
        }
        if (start.startsWith("pk\u0003\u0004") && start.contains("model.json")) {
            return Optional.of(MODEL);
        }
        if (start.startsWith("<!doctype html") || start.startsWith("<html")) {
            return Optional.of(PAGE);
        }
        if (start.startsWith("<svg") || start.startsWith("<?xml")) {
            return Optional.of(FIGURE);
        }
        if (SCHEMA_START.matcher(start).matches()) {
            return Optional.of(SCHEMA);
        }
        String name = file.toString().toLowerCase(Locale.ROOT);
        return TABLE_NAME.matcher(name).matches() ? Optional.of(TABLE) : Optional.empty();
    }
}
