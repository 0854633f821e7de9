package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.Json;
import dev.calor.tabular.ModelProvenance;
import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import dev.calor.train.Machine;
import dev.calor.train.Provenance;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Fitted models in a folder, each with a record of its cost: fitted once, then read. */
record TabularModels(Path folder, Device device, Consumer<TrainingEvent> listener) {
    /**
     * The cost of a model.
     *
     * @param seconds wall-clock seconds
     * @param processorSeconds CPU seconds of all threads of this process
     */
    record Fit(long steps, double seconds, double processorSeconds, Provenance provenance) {
        /** A remark for the cell where the record of the cost is missing; null elsewhere. */
        @Nullable
        String note() {
            return Double.isNaN(seconds)
                    ? "The record of the cost of this model is missing: seconds, time and device of training are unknown."
                    : null;
        }

        /** What a model file says of itself; it holds no seconds and no time. */
        static Fit of(ModelProvenance model) {
            return new Fit(
                    model.steps(),
                    Double.NaN,
                    Double.NaN,
                    new Provenance(
                            model.version(), model.commit(), null, model.machine(), Provenance.UNKNOWN, model.data()));
        }
    }

    /** The model of a run, sampled as the run has it. */
    TabularModel model(TabularRun run, PublicTable table) throws IOException {
        Path file = folder.resolve(run.modelName() + ".calor");
        TabularModel model = Files.exists(file) ? read(run, file) : fit(run, table, file);
        return model.withSampling(run.spec().sampling());
    }

    /** The cost of the model of a run, from the record beside it; of a model that was copied without it, what its file says. */
    Fit cost(TabularRun run, TabularModel model) throws IOException {
        Path receipt = receipt(run);
        return Files.exists(receipt) ? Json.read(receipt, Fit.class) : Fit.of(model.provenance());
    }

    private Path receipt(TabularRun run) {
        return folder.resolve(run.modelName() + ".json");
    }

    private TabularModel read(TabularRun run, Path file) throws IOException {
        TabularModel model = TabularModel.load(file, device);
        if (!model.spec().equals(run.fitted())) {
            model.close();
            throw new IllegalArgumentException(file + ": was fitted with " + model.spec() + ", asked for is "
                    + run.fitted() + "; choose another folder with --cells, or move the file away");
        }
        return model;
    }

    /** The record of the cost is written before the model, so that every model has one. */
    private TabularModel fit(TabularRun run, PublicTable table, Path file) throws IOException {
        long began = System.nanoTime();
        double processor = Machine.processorSeconds();
        TabularModel model = TabularModel.fit(table.train(), run.fitted(), device, listener, () -> false);
        Fit cost = new Fit(
                model.provenance().steps(),
                (System.nanoTime() - began) / 1e9,
                Machine.processorSeconds() - processor,
                Provenance.now(device, TabularRun.hash(table)));
        try {
            Json.write(receipt(run), cost);
            model.save(file);
        } catch (IOException | RuntimeException failed) {
            model.close();
            throw failed;
        }
        return model;
    }
}
