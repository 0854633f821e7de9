package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Cell;
import dev.calor.lab.cell.Cells;
import dev.calor.metric.BesideUnseen;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.table.TableWriter;
import dev.calor.tabular.TabularModel;
import dev.calor.train.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The paper's experiment on tables [P tbl:exp-mle, tbl:exp-density-similarity]: fit, sample, evaluate. The cell is
 * written after the fit and after every draw, so that a stopped run can be resumed.
 *
 * @param folder the folder of the cells; models are in a subfolder
 * @param draws the number of synthetic tables, each with as many rows as the training table
 * @param keep the folder synthetic tables are kept in, or null
 */
record TabularExperiment(
        TabularRun run,
        Path folder,
        TabularModels models,
        int draws,
        @Nullable Path keep) {
    /** Reads tables, if there is something to run. */
    interface Data {
        PublicTable read(String name) throws IOException;
    }

    /** The cell with all its draws. */
    Cell<TabularSettings, TabularResult> run(Data source, Consumer<String> log) throws IOException {
        Cells<TabularSettings, TabularResult> store = TabularResult.store(folder);
        TabularSettings asked = TabularSettings.of(run);
        long seed = run.spec().seed();
        Cell<TabularSettings, TabularResult> cell =
                store.find(run.title(), seed, asked).orElse(null);
        if (cell != null && cell.result().draws() >= draws) {
            log.accept(run.name() + ": " + cell.result().draws() + " draws exist");
            return cell;
        }
        PublicTable table = source.read(run.data());
        try (TabularModel model = models.model(run, table)) {
            if (cell == null) {
                TabularModels.Fit fit = models.cost(run, model);
                cell = new Cell<>(
                        asked,
                        TabularResult.of(fit, RealUtility.of(table, folder)),
                        fit.seconds(),
                        fit.provenance(),
                        fit.note());
                store.write(run.title(), seed, cell);
            }
            for (int draw = cell.result().draws(); draw < draws; draw++) {
                TabularResult result = draw(cell.result(), model, table, draw);
                cell = new Cell<>(cell.spec(), result, cell.seconds(), cell.provenance(), cell.note());
                store.write(run.title(), seed, cell);
                log.accept(String.format(
                        Locale.ROOT,
                        "%s, draw %d of %d: utility %.4f, detection %.4f, shapes %.4f, trends %.4f",
                        run.name(),
                        draw + 1,
                        draws,
                        result.utility().get(draw),
                        result.figures(PublishedTabular.DETECTION)
                                .get(result.fidelity().synthetic().size() - 1),
                        result.shapes().get(draw),
                        result.trends().get(draw)));
            }
        }
        return cell;
    }

    private TabularResult draw(TabularResult before, TabularModel model, PublicTable table, int draw)
            throws IOException {
        long began = System.nanoTime();
        Table synthetic = model.sample(table.train().rows(), run.spec().seed() * 1000 + draw);
        double seconds = (System.nanoTime() - began) / 1e9;
        if (keep != null) {
            Files.createDirectories(keep);
            TableWriter.write(synthetic, keep.resolve(run.name() + "-" + draw + ".csv.gz"));
        }
        RandomStream random = RandomStream.of(run.spec().seed());
        RandomStream judging = random.child("fidelity").child(draw);
        return before.with(
                RealUtility.of(table, synthetic, random.child("utility").child(draw)),
                BesideUnseen.of(synthetic, table.test(), judging, rows -> Fidelity.of(table.train(), rows, judging)),
                seconds,
                Provenance.now(models.device(), TabularRun.hash(table)));
    }
}
