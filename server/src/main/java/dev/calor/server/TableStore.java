package dev.calor.server;

import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.Schema;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.TableWriter;
import dev.calor.table.Unknown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The tables of a server. */
final class TableStore {
    private static final String KIND = "tables";
    private static final String ABOUT = "table.json";
    private static final String VIEW = "columns.json";
    private static final int EXAMPLE_ROWS = 2_000;

    private final Home home;
    private final Limits limits;
    private final Map<String, StoredTable> tables = new ConcurrentHashMap<>();

    TableStore(Home home, Limits limits) throws IOException {
        this.home = home;
        this.limits = limits;
        for (Path place : home.places(KIND)) {
            StoredTable table = Json.read(place.resolve(ABOUT), StoredTable.class);
            tables.put(table.id(), table);
        }
    }

    List<StoredTable> list() {
        return tables.values().stream()
                .sorted(Comparator.comparing(StoredTable::created).reversed())
                .toList();
    }

    /** @throws Refusal if there is no such table */
    StoredTable get(String id) {
        StoredTable table = tables.get(id);
        if (table == null) {
            throw Refusal.notFound("table", id);
        }
        return table;
    }

    /**
     * Receives a table, reads it once and keeps it.
     *
     * @throws Refusal if it is too large, or not a table
     */
    StoredTable add(InputStream body, @Nullable String name) throws IOException {
        checkRoom();
        Path scratch = home.scratch();
        try {
            return keep(scratch, Upload.table(body, name, scratch, limits));
        } finally {
            Home.remove(scratch);
        }
    }

    /** Stores the generated table that comes with Calor. */
    StoredTable addExample() throws IOException {
        checkRoom();
        Path scratch = home.scratch();
        try {
            Path file = scratch.resolve("data.csv");
            TableWriter.write(Rides.days(EXAMPLE_ROWS, RandomStream.of(1).child("rides")), file);
            return keep(scratch, new Upload("rides.csv", file));
        } finally {
            Home.remove(scratch);
        }
    }

    private void checkRoom() {
        if (tables.size() >= limits.tables()) {
            throw Refusal.tooMuch("--max-tables", "there are " + tables.size() + " tables; delete one first");
        }
    }

    private StoredTable keep(Path scratch, Upload upload) throws IOException {
        Table rows = named(upload.file(), upload.name(), () -> {
            try (StagedTable staged = open(upload.file())) {
                return staged.read(staged.infer(), Unknown.REFUSE);
            }
        });
        StoredTable table = new StoredTable(
                Home.newId(),
                upload.name(),
                upload.file().getFileName().toString(),
                Files.size(upload.file()),
                rows.rows(),
                rows.columns().size(),
                Instant.now().toString());
        Json.write(scratch.resolve(VIEW), TableView.of(rows));
        Json.write(scratch.resolve(ABOUT), table);
        home.publish(scratch, home.place(KIND, table.id()));
        tables.put(table.id(), table);
        return table;
    }

    private StagedTable open(Path file) throws IOException {
        StagedTable staged = TableSource.file(file, limits.rows()).open();
        if (staged.names().size() > limits.columns()) {
            staged.close();
            throw Refusal.tooMuch(
                    "--max-columns",
                    "the table has " + staged.names().size() + " columns, allowed are " + limits.columns());
        }
        return staged;
    }

    /** Work on a file. */
    interface Work<T> {
        T run() throws IOException;
    }

    /** Runs work on a file; error messages then contain the name that the client gave to it. */
    static <T> T named(Path file, String name, Work<T> work) throws IOException {
        try {
            return work.run();
        } catch (IllegalArgumentException wrong) {
            String message = String.valueOf(wrong.getMessage())
                    .replace(file.toString(), name)
                    .replace(" with --schema", ""); // an option of the command line
            throw message.contains("which is the limit")
                    ? Refusal.tooMuch("--max-rows", message)
                    : Refusal.unusable(message);
        }
    }

    TableView view(String id) throws IOException {
        return Json.read(folder(get(id)).resolve(VIEW), TableView.class);
    }

    private Path folder(StoredTable table) {
        return home.place(KIND, table.id());
    }

    /** The rows under their present schema. */
    Table read(String id) throws IOException {
        return read(id, view(id).parsed(), Unknown.REFUSE);
    }

    /**
     * The rows under a schema.
     *
     * @throws Refusal if they do not fit it
     */
    Table read(String id, Schema schema, Unknown unknown) throws IOException {
        return with(id, staged -> staged.read(schema, unknown));
    }

    /** Work on an open table. */
    interface Reading<T> {
        T of(StagedTable staged) throws IOException;
    }

    /** Opens a table for a moment. */
    <T> T with(String id, Reading<T> reading) throws IOException {
        StoredTable table = get(id);
        Path file = folder(table).resolve(table.file());
        return named(file, table.name(), () -> {
            try (StagedTable staged = open(file)) {
                return reading.of(staged);
            }
        });
    }

    /**
     * Replaces the schema, if all rows fit the new one.
     *
     * @throws Refusal if they do not
     */
    TableView setSchema(String id, Schema schema) throws IOException {
        TableView view = TableView.of(read(id, schema, Unknown.REFUSE));
        Json.write(folder(get(id)).resolve(VIEW), view);
        return view;
    }

    void delete(String id) throws IOException {
        StoredTable table = get(id);
        tables.remove(id);
        home.discard(folder(table));
    }
}
