package dev.calor.server;

import dev.calor.cli.AskedRows;
import dev.calor.cli.ResultTable;
import dev.calor.table.ColumnSchema;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import dev.calor.tabular.Condition;
import dev.calor.tabular.TabularModel;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** Calls that use a model: sample, impute, score, classify, what-if. */
final class UseCalls {
    private static final int MOST_DRAWS = 100;

    private final Home home;
    private final Limits limits;
    private final LoadedModels loaded;
    private final Workers workers;

    UseCalls(Home home, Limits limits, LoadedModels loaded, Workers workers) {
        this.home = home;
        this.limits = limits;
        this.loaded = loaded;
        this.workers = workers;
    }

    void sample(Context request) throws IOException {
        SampleOrder order = Query.json(request, SampleOrder.class);
        int rows = order.count(limits);
        RowsReply reply = new RowsReply(home, workers, order.formatOrCsv());
        boolean missing = order.missing() == null || order.missing();
        try (LoadedModels.Lease lease = loaded.lease(request.pathParam("id"))) {
            TabularModel model = lease.model();
            List<Condition> conditions = order.conditions();
            reply.send(
                    request,
                    "synthetic",
                    rows,
                    (start, end, piece) -> model.sample(
                            end - start, conditions, missing, Rows.seed(order.seedOrOne(), piece), share -> {}));
        }
    }

    void impute(Context request) throws IOException {
        int draws = (int) Query.whole(request, "draws", 1, 1, MOST_DRAWS);
        long seed = Query.seed(request);
        ask(
                request,
                "filled",
                Set.of(),
                (model, rows, piece) -> ResultTable.filled(
                        rows.own(), model.impute(rows.known(), draws, Rows.seed(seed, piece), share -> {})));
    }

    void score(Context request) throws IOException {
        long seed = Query.seed(request);
        ask(
                request,
                "scored",
                Set.of(),
                (model, rows, piece) -> ResultTable.scored(
                        rows.own(),
                        model.score(rows.known(), Rows.seed(seed, piece)),
                        rows.known().schema().columns().size(),
                        null));
    }

    void classify(Context request) throws IOException {
        String target = Query.needed(request, "target");
        long seed = Query.seed(request);
        ask(request, "predicted", Set.of(target), (model, rows, piece) -> {
            ColumnSchema column = model.schema().column(target);
            return ResultTable.classified(
                    rows.own(), model.classify(rows.known(), target, Rows.seed(seed, piece)), column.type());
        });
    }

    /** What a model says of some rows. */
    private interface Question {
        Table answer(TabularModel model, AskedRows rows, int piece);
    }

    /** Asks a model about the rows of the file that is the body. */
    private void ask(Context request, String name, Set<String> optional, Question question) throws IOException {
        String file = Query.needed(request, "name");
        RowsReply reply = new RowsReply(home, workers, Query.oneOf(request, "format", "csv", RowsReply.FORMATS));
        Unknown unknown =
                Query.oneOf(request, "unknown", "refuse", "refuse", "missing").equals("missing")
                        ? Unknown.MISSING
                        : Unknown.REFUSE;
        Path scratch = home.scratch();
        try (LoadedModels.Lease lease = loaded.lease(request.pathParam("id"))) {
            TabularModel model = lease.model();
            optional.forEach(column -> model.schema().column(column)); // a wrong name is found out at once
            Upload upload = Upload.table(Query.stream(request), file, scratch, limits);
            AskedRows rows = read(upload, model.schema(), unknown, optional);
            reply.send(
                    request,
                    name,
                    rows.own().rows(),
                    (start, end, piece) -> question.answer(model, rows.rows(start, end), piece));
        } finally {
            Home.remove(scratch);
        }
    }

    private AskedRows read(Upload upload, Schema schema, Unknown unknown, Set<String> optional) throws IOException {
        return TableStore.named(
                upload.file(),
                upload.name(),
                () -> AskedRows.read(TableSource.file(upload.file(), limits.rows()), schema, unknown, optional));
    }

    void whatIf(Context request) throws IOException {
        WhatIf question = Query.json(request, WhatIf.class);
        try (LoadedModels.Lease lease = loaded.lease(request.pathParam("id"))) {
            Reply.json(request, 200, workers.request(() -> question.answer(lease.model())));
        }
    }
}
