package dev.calor.lab;

import dev.calor.dataset.PublicTable;
import dev.calor.metric.Profile;
import dev.calor.metric.Quality;
import dev.calor.metric.Utility;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.table.TableWriter;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The paper's experiment on tables [P tbl:exp-mle, tbl:exp-density-similarity]: fit, sample, judge. */
record TabularExperiment(
        PublicTable data,
        TabularSpec spec,
        Device device,
        int draws,
        @Nullable Path keep) {

    /**
     * What came of it.
     *
     * @param utility of each draw: AUC, or RMSE
     * @param shapes of each draw
     * @param trends of each draw
     * @param fitSeconds of training
     * @param sampleSeconds a draw
     */
    record Outcome(
            List<Double> utility,
            List<Double> shapes,
            List<Double> trends,
            long steps,
            double fitSeconds,
            double sampleSeconds) {}

    Outcome run(Consumer<TrainingEvent> listener, Consumer<String> log) throws IOException {
        long began = System.nanoTime();
        try (TabularModel model = TabularModel.fit(data.train(), spec, device, listener, () -> false)) {
            double fitSeconds = seconds(began);
            List<Double> utility = new ArrayList<>();
            List<Double> shapes = new ArrayList<>();
            List<Double> trends = new ArrayList<>();
            double sampling = 0;
            for (int draw = 0; draw < draws; draw++) {
                long start = System.nanoTime();
                Table synthetic = model.sample(data.train().rows(), spec.seed() * 1000 + draw);
                sampling += seconds(start) / draws;
                if (keep != null) {
                    Files.createDirectories(keep);
                    TableWriter.write(
                            synthetic, keep.resolve(data.name() + "-" + spec.method() + "-" + draw + ".csv.gz"));
                }
                Quality quality = Quality.of(data.train(), synthetic, Profile.PAPER);
                shapes.add(quality.shapes().score());
                trends.add(quality.trends().score());
                utility.add(utility(synthetic, draw).score());
                log.accept("draw " + draw + ": utility " + utility.get(draw) + ", shapes " + shapes.get(draw)
                        + ", trends " + trends.get(draw));
            }
            return new Outcome(
                    utility,
                    shapes,
                    trends,
                    Long.parseLong(model.provenance().getOrDefault("steps", "0")),
                    fitSeconds,
                    sampling);
        }
    }

    /** XGBoost trained on a table, tested on the real test rows. */
    Utility utility(Table train, int draw) {
        return Utility.of(
                train,
                data.test(),
                data.target(),
                data.isRegression() ? Utility.Task.REGRESS_LOG : Utility.Task.CLASSIFY,
                RandomStream.of(spec.seed()).child("utility").child(draw));
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
