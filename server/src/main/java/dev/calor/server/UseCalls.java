package dev.calor.server;

import dev.calor.cli.AskedRows;
import dev.calor.cli.ResultTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import dev.calor.tabular.Condition;
import dev.calor.tabular.TabularModel;
import io.javalin.http.Context;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

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
        Unknown unknown = unknown(request, "refuse", "refuse", "missing");
        ask(
                request,
                "filled",
                Set.of(),
                (source, model) -> AskedRows.read(source, model.schema(), unknown, Set.of()),
                (model, rows, piece) -> ResultTable.filled(
                        rows.own(), model.impute(rows.known(), draws, Rows.seed(seed, piece), share -> {})));
    }

    void score(Context request) throws IOException {
        long seed = Query.seed(request);
        Unknown unknown = unknown(request, "mark", "mark", "refuse", "missing");
        ask(
                request,
                "scored",
                Set.of(),
                (source, model) ->
                        AskedRows.readWhatIsThere(source, model.schema(), unknown, Set.of(), warning(request)),
                (model, rows, piece) -> ResultTable.scored(
                        rows.own(),
                        model.score(rows.known(), Rows.seed(seed, piece)),
                        rows.known().schema().columns().size(),
                        null));
    }

    void classify(Context request) throws IOException {
        String target = Query.needed(request, "target");
        long seed = Query.seed(request);
        Unknown unknown = unknown(request, "refuse", "refuse", "missing");
        ask(
                request,
                "predicted",
                Set.of(target),
                (source, model) ->
                        AskedRows.readWhatIsThere(source, model.schema(), unknown, Set.of(target), warning(request)),
                (model, rows, piece) -> ResultTable.classified(
                        rows.own(),
                        model.classify(rows.known(), target, Rows.seed(seed, piece)),
                        model.schema().column(target).type()));
    }

    private static Unknown unknown(Context request, String usual, String... allowed) {
        return switch (Query.oneOf(request, "unknown", usual, allowed)) {
            case "mark" -> Unknown.MARK;
            case "missing" -> Unknown.MISSING;
            default -> Unknown.REFUSE;
        };
    }

    /** Names absent columns in a header of the response, whose body contains only the rows. */
    private static Consumer<String> warning(Context request) {
        return warning -> request.header(
                "Calor-Warning",
                URLEncoder.encode(warning.substring(warning.indexOf(" has no column") + 1), StandardCharsets.UTF_8)
                        .replace("+", "%20"));
    }

    /** Reads the rows that a model is asked about. */
    private interface Reading {
        AskedRows read(TableSource source, TabularModel model) throws IOException;
    }

    /** Computes the results of a model for some rows. */
    private interface Question {
        Table answer(TabularModel model, AskedRows rows, int piece);
    }

    /** Applies a model, which has these columns, to the rows of the file in the body of the request. */
    private void ask(Context request, String name, Set<String> columns, Reading reading, Question question)
            throws IOException {
        String file = Query.needed(request, "name");
        RowsReply reply = new RowsReply(home, workers, Query.oneOf(request, "format", "csv", RowsReply.FORMATS));
        Path scratch = home.scratch();
        try (LoadedModels.Lease lease = loaded.lease(request.pathParam("id"))) {
            TabularModel model = lease.model();
            columns.forEach(column -> model.schema().column(column)); // a wrong name is found out at once
            Upload upload = Upload.table(Query.stream(request), file, scratch, limits);
            AskedRows rows = TableStore.named(
                    upload.file(),
                    upload.name(),
                    () -> reading.read(TableSource.file(upload.file(), limits.rows()), model));
            reply.send(
                    request,
                    name,
                    rows.own().rows(),
                    (start, end, piece) -> question.answer(model, rows.rows(start, end), piece));
        } finally {
            Home.remove(scratch);
        }
    }

    void whatIf(Context request) throws IOException {
        WhatIf question = Query.json(request, WhatIf.class);
        try (LoadedModels.Lease lease = loaded.lease(request.pathParam("id"))) {
            Reply.json(request, 200, workers.request(() -> question.answer(lease.model())));
        }
    }
}
