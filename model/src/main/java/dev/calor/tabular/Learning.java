package dev.calor.tabular;

import dev.calor.objective.Objective;
import dev.calor.random.RandomStream;
import dev.calor.rows.Marginals;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Peers;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingEvent;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a model is learned from.
 *
 * @param count the number of rows, of all tasks together
 * @param peers the tasks that learn together
 */
record Learning(
        TabularSpec spec,
        TableEncoder encoder,
        Marginals marginals,
        TrainingRows rows,
        long count,
        Device device,
        Peers peers) {
    /** Steps between progress events of a run with a checkpoint, which somebody may be watching. */
    private static final int REPORT = 10;

    /** Trains a model; scores are compared with those of {@code reference}. */
    TabularModel train(
            @Nullable Path checkpoint,
            int save,
            BiConsumer<TrainingEvent, TabularModel> listener,
            BooleanSupplier stop,
            Supplier<EncodedRows> reference)
            throws IOException {
        RandomStream random = RandomStream.of(spec.seed());
        TabularMethod method = spec.method();
        TrainedEnergy trained = TrainedEnergy.of(
                spec,
                encoder.space(),
                marginals,
                method.derivedInputs(encoder, rows, Noise.of(statistics(random), device)),
                device,
                random.child("weights"));
        try {
            Objective objective = method.objective(spec.training(), encoder.space(), marginals);
            TabularModel learning = new TabularModel(spec, encoder, trained, provenance(0, Double.NaN), Reference.NONE);
            TrainingPlan plan = spec.training().plan(method, (int) Math.min(Integer.MAX_VALUE, count));
            plan = checkpoint == null ? plan : plan.withSave(save).withReport(REPORT);
            Trainer.Result result = new Trainer(plan, spec.toString(), spec.seed(), checkpoint, peers)
                    .train(trained.network(), objective, rows, event -> listener.accept(event, learning), stop);
            double loss = result.losses().get(result.losses().size() - 1);
            Reference compared = peers.rank() > 0
                    ? Reference.NONE
                    : Reference.of(
                            new RowScorer(encoder, trained.energy()), reference.get(), random.child("reference"));
            return new TabularModel(spec, encoder, trained, provenance(result.steps(), loss), compared);
        } catch (IOException | RuntimeException failed) {
            trained.energy().close();
            throw failed;
        }
    }

    /** Every task draws its own numbers. */
    private RandomStream statistics(RandomStream random) {
        RandomStream first = random.child("statistics");
        return peers.rank() == 0 ? first : first.child(peers.rank());
    }

    private ModelProvenance provenance(long steps, double loss) {
        return ModelProvenance.of(count, steps, loss, rows.fingerprint());
    }
}
