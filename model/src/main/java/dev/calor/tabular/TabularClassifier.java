package dev.calor.tabular;

import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.objective.ConditionalLikelihood;
import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.train.LearningRate;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingEvent;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * What a model's predictions are compared with [P appendix-sec-tabular]: the same network, trained by the likelihood of one column given
 * the others, by Adam at 1e-3 with batches of 4,096 for 50 epochs. Numbers enter as their quantile codes, as in the paper, or, as in our
 * models, drawn afresh in every batch from the interval they stand for, which also keeps a network from learning rows by heart. Few
 * different numbers are numbers here too, not states.
 */
public final class TabularClassifier implements AutoCloseable {
    private static final int BATCH = 4096;
    private static final int EPOCHS = 50;
    private static final LearningRate RATE = LearningRate.constant(1e-3);

    private final TableEncoder encoder;
    private final MlpEnergy energy;
    private final String target;
    private final long steps;

    private TabularClassifier(TableEncoder encoder, MlpEnergy energy, String target, long steps) {
        this.encoder = encoder;
        this.energy = energy;
        this.target = target;
        this.steps = steps;
    }

    /**
     * Trains a classifier of a column with levels; the network and the seed are those of the specification.
     *
     * @param afresh whether numbers are drawn from their intervals
     */
    public static TabularClassifier fit(
            Table table,
            String target,
            TabularSpec spec,
            boolean afresh,
            Device device,
            Consumer<TrainingEvent> listener)
            throws IOException {
        TableEncoder encoder = TableEncoder.fit(table, spec.method().structure(), afresh);
        int k = encoder.levels(target);
        RandomStream random = RandomStream.of(spec.seed()).child("classifier");
        MlpEnergy energy = new MlpEnergy(
                encoder.space(), spec.method().architecture(spec.network()), device, random.child("weights"));
        int batch = Math.min(BATCH, table.rows());
        long steps = (long) EPOCHS * ((table.rows() + batch - 1) / batch);
        TrainingPlan plan = new TrainingPlan(steps, batch, RATE, Double.POSITIVE_INFINITY, 0, 0, 50, 0)
                .withPieces(Math.min(TabularSpec.Training.MICRO_BATCHES, batch));
        try (TableRows rows = new TableRows(encoder.encode(table), device, DataNoise.NONE)) {
            new Trainer(plan, "classifier of " + target, spec.seed(), null)
                    .train(energy, new ConditionalLikelihood(encoder.place(k).finite()), rows, listener);
            return new TabularClassifier(encoder, energy, target, steps);
        } catch (IOException | RuntimeException failed) {
            energy.close();
            throw failed;
        }
    }

    /** Updates made. */
    public long steps() {
        return steps;
    }

    /** p(y | the rest of the row). What the column holds is ignored. */
    public Classification classify(Table table, long seed) {
        int k = encoder.levels(target);
        for (int row = 0; row < table.rows(); row++) {
            if (!encoder.isWhole(table, row, k)) {
                throw new IllegalArgumentException("row " + row + " has a blank in a column that has none in training:"
                        + " a classifier cannot fill it; impute it with a model first");
            }
        }
        RandomStream random = RandomStream.of(seed).child("classify");
        return new Classification(
                target,
                encoder.schema().column(target).levels(),
                new RowScorer(encoder, energy).classProbabilities(table, k, random));
    }

    @Override
    public void close() {
        energy.close();
    }
}
