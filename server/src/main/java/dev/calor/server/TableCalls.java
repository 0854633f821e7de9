package dev.calor.server;

import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.table.Table;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The API calls for tables. */
final class TableCalls {
    private final TableStore tables;
    private final Jobs jobs;
    private final Workers workers;
    private final Limits limits;
    private final Costs costs = new Costs();

    TableCalls(TableStore tables, Jobs jobs, Workers workers, Limits limits) {
        this.tables = tables;
        this.jobs = jobs;
        this.workers = workers;
        this.limits = limits;
    }

    void list(Context request) {
        Reply.json(request, 200, tables.list());
    }

    void get(Context request) {
        Reply.json(request, 200, tables.get(request.pathParam("id")));
    }

    /** The body is the file. */
    void add(Context request) throws IOException {
        String name = Query.needed(request, "name");
        if (request.contentLength() > limits.upload()) {
            throw Upload.tooLarge(limits.upload());
        }
        Reply.json(request, 201, tables.add(Query.stream(request), name));
    }

    void addExample(Context request) throws IOException {
        Reply.json(request, 201, tables.addExample());
    }

    void delete(Context request) throws IOException {
        String id = request.pathParam("id");
        if (jobs.needs(id)) {
            throw Refusal.conflict("a job learns from this table; delete the job first, or wait");
        }
        tables.delete(id);
        request.status(204);
    }

    void columns(Context request) throws IOException {
        Reply.json(request, 200, tables.view(request.pathParam("id")));
    }

    /** Takes a whole schema, as {@code calor schema} writes it. */
    void setSchema(Context request) throws IOException {
        String id = request.pathParam("id");
        tables.get(id);
        Schema schema = SchemaFile.parse("the schema", new String(Query.body(request), StandardCharsets.UTF_8));
        Reply.json(request, 200, tables.setSchema(id, schema));
    }

    /** Takes a change of one column. */
    void changeSchema(Context request) throws IOException {
        String id = request.pathParam("id");
        SchemaChange change = Query.json(request, SchemaChange.class);
        Schema before = tables.view(id).parsed();
        Schema after = tables.with(id, staged -> change.applied(before, staged));
        Reply.json(request, 200, tables.setSchema(id, after));
    }

    /** Measures at the first call, which takes some seconds. */
    void costs(Context request) throws IOException {
        StoredTable stored = tables.get(request.pathParam("id"));
        List<Costs.Cost> known = costs.known(stored);
        if (known == null) {
            Table rows = tables.read(stored.id());
            try (Workers.Pass pass = workers.longRequest()) {
                known = costs.measure(stored, rows);
            }
        }
        Reply.json(request, 200, known);
    }
}
