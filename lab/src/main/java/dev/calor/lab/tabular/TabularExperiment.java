package dev.calor.lab.tabular;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.CellFile;
import dev.calor.lab.cell.Machine;
import dev.calor.metric.Profile;
import dev.calor.metric.Quality;
import dev.calor.metric.Utility;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.table.TableWriter;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The paper's experiment on tables [P tbl:exp-mle, tbl:exp-density-similarity]: fit, sample, judge. The cell is written after the fit
 * and after every draw, so that a run that was stopped goes on where it was.
 *
 * @param folder of the cells; models are in a folder within
 * @param draws synthetic tables judged, each of as many rows as there are to train on
 * @param keep the folder synthetic tables are kept in, or null
 */
record TabularExperiment(
        TabularRun run,
        Path folder,
        TabularModels models,
        int draws,
        @Nullable Path keep) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Models trained on real rows, each with other rows to select its setting. */
    private static final int REAL_RUNS = 3;

    /** A reader of tables, asked only where there is something to do. */
    interface Data {
        PublicTable read(String name) throws IOException;
    }

    /** The cell with all its draws. */
    TabularCell run(Data source, Consumer<String> log) throws IOException {
        Path file = folder.resolve(run.name() + ".json");
        TabularCell cell = Cell.find(file, run, TabularCell.class).orElse(null);
        if (cell != null && cell.draws() >= draws) {
            log.accept(run.name() + ": " + cell.draws() + " draws are there");
            return cell;
        }
        PublicTable table = source.read(run.data());
        try (TabularModel model = models.model(run, table.train())) {
            if (cell == null) {
                cell = TabularCell.of(run, models.cost(run), real(table));
                CellFile.write(file, cell.json());
            }
            for (int draw = cell.draws(); draw < draws; draw++) {
                cell = draw(cell, model, table, draw);
                CellFile.write(file, cell.json());
                log.accept(String.format(
                        Locale.ROOT,
                        "%s, draw %d of %d: utility %.4f, shapes %.4f, trends %.4f",
                        run.name(),
                        draw + 1,
                        draws,
                        cell.utility().get(draw),
                        cell.shapes().get(draw),
                        cell.trends().get(draw)));
            }
        }
        return cell;
    }

    private TabularCell draw(TabularCell cell, TabularModel model, PublicTable table, int draw) throws IOException {
        long began = System.nanoTime();
        Table synthetic = model.sample(table.train().rows(), run.spec().seed() * 1000 + draw);
        double seconds = (System.nanoTime() - began) / 1e9;
        if (keep != null) {
            Files.createDirectories(keep);
            TableWriter.write(synthetic, keep.resolve(run.name() + "-" + draw + ".csv.gz"));
        }
        Quality quality = Quality.of(table.train(), synthetic, Profile.PAPER);
        RandomStream random =
                RandomStream.of(run.spec().seed()).child("utility").child(draw);
        return cell.with(
                utility(table, synthetic, random),
                quality.shapes().score(),
                quality.trends().score(),
                seconds,
                Machine.describe(models.device()));
    }

    /** Utility of the real rows, found once for all runs of a table. */
    private List<Double> real(PublicTable table) throws IOException {
        Path file = folder.resolve("real").resolve(table.name() + ".json");
        if (Files.exists(file)) {
            return JSON.readValue(file.toFile(), new TypeReference<List<Double>>() {});
        }
        List<Double> found = new ArrayList<>();
        for (int i = 0; i < REAL_RUNS; i++) {
            found.add(utility(
                    table, table.train(), RandomStream.of(0).child("real").child(i)));
        }
        CellFile.write(file, JSON.writeValueAsString(found));
        return found;
    }

    /** XGBoost trained on a table, tested on the real test rows. */
    private static double utility(PublicTable table, Table train, RandomStream random) {
        return Utility.of(
                        train,
                        table.test(),
                        table.target(),
                        table.isRegression() ? Utility.Task.REGRESS_LOG : Utility.Task.CLASSIFY,
                        random)
                .score();
    }
}
