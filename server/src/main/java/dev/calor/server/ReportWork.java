package dev.calor.server;

import dev.calor.cli.AskedRows;
import dev.calor.cli.ModelCard;
import dev.calor.cli.Version;
import dev.calor.file.WholeFile;
import dev.calor.metric.Profile;
import dev.calor.metric.Utility.Task;
import dev.calor.report.Comparison;
import dev.calor.report.Findings;
import dev.calor.report.Forecast;
import dev.calor.report.Measurement;
import dev.calor.report.Origin;
import dev.calor.report.ReportJson;
import dev.calor.report.ReportPage;
import dev.calor.table.StagedTable;
import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.table.TableWriter;
import dev.calor.table.Unknown;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** Compares synthetic rows with real ones, as {@code calor report} does. */
final class ReportWork {
    private static final String PAGE = "report.html";
    private static final String NUMBERS = "report.json";
    private static final String SYNTHETIC = "synthetic.csv";

    /** The files of a report that is done, with their types. */
    static final Map<String, String> FILES = Map.of(
            PAGE, "text/html; charset=utf-8",
            NUMBERS, "application/json; charset=utf-8",
            SYNTHETIC, "text/csv; charset=utf-8");

    private static final int MOST_ROWS = 10_000;

    private final Job job;
    private final JobOrder.Report order;
    private final TableStore tables;
    private final ModelStore models;

    ReportWork(Job job, JobOrder.Report order, TableStore tables, ModelStore models) {
        this.job = job;
        this.order = order;
        this.tables = tables;
        this.models = models;
    }

    void run(TabularModel model, Workers workers) throws IOException {
        StoredModel stored = models.get(order.model());
        if (stored.table() == null) {
            throw Refusal.unusable("this model was sent, not learned here: there is no table to compare it with");
        }
        StoredTable table = tables.get(stored.table());
        Table real = tables.read(table.id(), model.schema(), Unknown.ADD);
        Table synthetic = synthetic(model, real.rows(), workers);
        Table holdout = order.test() == null ? null : tables.read(order.test(), model.schema(), Unknown.ADD);
        long seed = order.seed() == null ? 1 : order.seed();
        Comparison comparison = new Comparison(real, synthetic, holdout, order.target(), null, Profile.PAPER, seed);
        Findings findings = Measurement.of(
                comparison.with(forecast(model, comparison, seed)), (share, work) -> tell(0.3 + 0.7 * share, work));
        Origin origin = new Origin(
                table.name(),
                SYNTHETIC,
                order.test() == null ? null : tables.get(order.test()).name(),
                String.join(", ", new Version().getVersion()),
                List.of(),
                ModelCard.of(model, models.file(stored)));
        write(NUMBERS, ReportJson.text(findings, origin));
        write(PAGE, ReportPage.html(findings, origin));
    }

    /** Draws rows, saves them for download, and reads them again as {@code calor report} would. */
    private Table synthetic(TabularModel model, int realRows, Workers workers) throws IOException {
        int rows = order.rows() == null ? Math.min(MOST_ROWS, Math.max(8, realRows)) : order.rows();
        long seed = order.seed() == null ? 1 : order.seed();
        Table drawn = piece(model, rows, seed, 0, workers);
        for (int piece = 1; piece * Rows.PIECE < rows; piece++) {
            drawn = drawn.followedBy(piece(model, rows, seed, piece, workers));
        }
        Path file = job.folder().resolve(SYNTHETIC);
        TableWriter.write(drawn, file);
        try (StagedTable staged = TableSource.file(file).open()) {
            return staged.read(model.schema(), Unknown.ADD);
        }
    }

    private Table piece(TabularModel model, int rows, long seed, int piece, Workers workers) throws IOException {
        int done = piece * Rows.PIECE;
        tell(0.3 * done / rows, "sampling");
        return workers.patient(() -> model.sample(Math.min(Rows.PIECE, rows - done), Rows.seed(seed, piece)));
    }

    private @Nullable Forecast forecast(TabularModel model, Comparison comparison, long seed) throws IOException {
        String target = order.target();
        if (order.test() == null || target == null || Comparison.task(comparison.real(), target) != Task.CLASSIFY) {
            return null;
        }
        Table holdout = tables.with(
                order.test(),
                staged -> staged.read(model.schema(), Unknown.MISSING, AskedRows.unlearned(model.schema())));
        return Forecast.of(model, holdout, target, seed);
    }

    private void tell(double share, String work) {
        if (job.isCancelled()) {
            throw new CancellationException();
        }
        job.update(status -> status.withProgress(share, work));
    }

    private void write(String name, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        WholeFile.write(job.folder().resolve(name), stream -> stream.write(bytes));
    }
}
