package dev.calor.server;

import dev.calor.table.RowStream;
import dev.calor.table.Table;
import dev.calor.table.TableWriter;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Rows as the answer to a request, sent piece by piece while they are made. Parquet, which is written whole, is gathered first.
 *
 * @param format csv, tsv, jsonl or parquet
 */
record RowsReply(Home home, Workers workers, String format) {
    static final String[] FORMATS = {"csv", "tsv", "jsonl", "parquet"};

    /** Rows of this many or fewer are a short request. */
    private static final int SHORT = 128;

    /** Makes the rows from {@code start} to before {@code end}, the {@code piece}-th piece. */
    interface Maker {
        Table make(int start, int end, int piece) throws IOException;
    }

    /**
     * Sends rows.
     *
     * @param name of the file the client saves them to, without its extension
     */
    void send(Context request, String name, int rows, Maker maker) throws IOException {
        if (rows <= SHORT) {
            Table made = workers.request(() -> maker.make(0, rows, 0));
            send(request, name, made);
            return;
        }
        try (Workers.Pass pass = workers.longRequest()) {
            Table first = pass.piece(() -> maker.make(0, Math.min(Rows.PIECE, rows), 0));
            Pieces rest = sink -> {
                for (int piece = 1; piece * Rows.PIECE < rows; piece++) {
                    int start = piece * Rows.PIECE;
                    int own = piece;
                    sink.take(pass.piece(() -> maker.make(start, Math.min(rows, start + Rows.PIECE), own)));
                }
            };
            if (format.equals("parquet")) {
                Table[] all = {first};
                rest.each(table -> all[0] = all[0].followedBy(table));
                send(request, name, all[0]);
            } else {
                headers(request, name);
                try (RowStream out = RowStream.to(request.outputStream(), format)) {
                    out.write(first);
                    rest.each(out::write);
                }
            }
        }
    }

    private interface Sink {
        void take(Table rows) throws IOException;
    }

    private interface Pieces {
        void each(Sink sink) throws IOException;
    }

    private void send(Context request, String name, Table rows) throws IOException {
        headers(request, name);
        if (!format.equals("parquet")) {
            try (RowStream out = RowStream.to(request.outputStream(), format)) {
                out.write(rows);
            }
            return;
        }
        Path scratch = home.scratch();
        try {
            Path file = scratch.resolve("rows.parquet");
            TableWriter.write(rows, file);
            try (OutputStream out = request.outputStream()) {
                Files.copy(file, out);
            }
        } finally {
            Home.remove(scratch);
        }
    }

    private void headers(Context request, String name) {
        request.contentType(
                switch (format) {
                    case "csv" -> "text/csv; charset=utf-8";
                    case "tsv" -> "text/tab-separated-values; charset=utf-8";
                    case "jsonl" -> "application/jsonl; charset=utf-8";
                    default -> "application/vnd.apache.parquet";
                });
        request.header("Content-Disposition", "attachment; filename=\"" + name + "." + format + "\"");
    }
}
