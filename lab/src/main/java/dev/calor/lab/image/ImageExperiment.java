package dev.calor.lab.image;

import dev.calor.dataset.GreyImages;
import dev.calor.dataset.ImageSet;
import dev.calor.energy.ResNetEnergy;
import dev.calor.energy.WithBase;
import dev.calor.estimate.AnnealedImportanceSampling;
import dev.calor.estimate.LogPartition;
import dev.calor.lab.cell.Energies;
import dev.calor.lab.cell.Estimate;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.random.RandomStream;
import dev.calor.rows.Marginals;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.train.LearningRate;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingEvent;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An energy of binary images [P tab:image_logll]: a residual network on a base distribution, trained, and its negative log-likelihood
 * by annealed importance sampling with Gibbs with gradients, on averaged weights.
 *
 * <p>Deviations. The learning rate falls along a cosine after its warm-up, and the last weights are reported; the paper keeps the rate
 * and reports the weights that did best on validation images.
 *
 * @param shrink images are made this many times smaller; 1 for the paper's
 * @param sampler of chains, where the method has them
 * @param epsilon of ED-Bern
 * @param warmup steps of linear growth of the rate
 */
record ImageExperiment(
        ImageSet set,
        int shrink,
        ImageMethod method,
        ImageMethod.Chains sampler,
        long steps,
        int batch,
        int negatives,
        double epsilon,
        double rate,
        int warmup,
        int channels,
        int blocks,
        long seed) {
    private static final int SIDE = 28;

    /** Base probabilities keep this far from 0 and 1, as in the authors' code. */
    private static final double CLAMP = 0.01;

    /** The decay of averaged weights is 0.999, or less in short runs: the average should span a tenth of a run, not its start. */
    private static final double AVERAGE = 0.999;

    /** Images evaluated at once: all their activations are in memory. */
    private static final int CHUNK = 1000;

    /** For example static-mnist-ed-grid-m32. */
    String name() {
        return set + "-" + method + (method.hasChains() ? "-" + sampler : "-m" + negatives);
    }

    ImageSet.Split read() throws IOException {
        ImageSet.Split split = set.read();
        return shrink == 1 ? split : split.shrunk(shrink);
    }

    ResNetEnergy.Architecture architecture() {
        return new ResNetEnergy.Architecture(SIDE / shrink, channels, blocks);
    }

    /** An untrained network on the base distribution of these images. */
    WithBase network(GreyImages images, Device device) {
        ResNetEnergy network =
                new ResNetEnergy(architecture(), device, RandomStream.of(seed).child("weights"));
        double[] base = new double[2 * images.pixels()];
        double[] mean = images.mean();
        for (int pixel = 0; pixel < mean.length; pixel++) {
            double ink = CLAMP + (1 - 2 * CLAMP) * mean[pixel];
            base[2 * pixel] = 1 - ink;
            base[2 * pixel + 1] = ink;
        }
        return new WithBase(network, new Marginals(network.space(), base));
    }

    TrainingPlan plan() {
        return new TrainingPlan(
                steps,
                batch,
                new LearningRate(rate, warmup, true),
                Double.POSITIVE_INFINITY,
                0,
                Math.min(AVERAGE, Math.max(0.5, 1 - 10.0 / steps)),
                (int) Math.max(1, Math.min(1000, steps / 20)),
                (int) Math.max(1, Math.min(2000, steps / 4)));
    }

    Trainer.Result train(
            WithBase energy, GreyImages images, @Nullable Path checkpoint, Consumer<TrainingEvent> listener)
            throws IOException {
        String specification = "image " + set + " / " + shrink + ", " + method
                + (method.hasChains() ? " " + sampler : " M=" + negatives + " epsilon=" + epsilon) + ", " + channels
                + " channels, " + blocks + " blocks";
        Objective objective = method.objective(
                energy,
                sampler,
                negatives,
                epsilon,
                images.mean(),
                RandomStream.of(seed).child("objective"));
        try (ImageData data = new ImageData(images, energy.device())) {
            return new Trainer(plan(), specification, seed, checkpoint).train(energy, objective, data, listener);
        } finally {
            if (objective instanceof PersistentDivergence chains) {
                chains.close();
            }
        }
    }

    /**
     * How the likelihood is estimated.
     *
     * @param temperatures of annealed importance sampling, a transition of Gibbs with gradients each
     */
    record Evaluation(int chains, int temperatures) {}

    /**
     * What came of it.
     *
     * @param nll on the test images, in nats an image
     * @param logPartition log Z by annealed importance sampling
     * @param samples where the chains ended: nearly samples of the model
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Result(Estimate nll, Estimate logPartition, long[][] samples) {}

    Result evaluate(WithBase energy, GreyImages test, Evaluation evaluation, IntConsumer progress) {
        RandomStream random = RandomStream.of(seed).child("evaluation");
        Engine.setTensorFloat32(false); // Z and data by the same energy to the last digit, whatever the size of a batch
        long[][] samples = new long[evaluation.chains][];
        LogPartition logZ = new AnnealedImportanceSampling(
                        new GibbsWithGradients(), evaluation.chains, evaluation.temperatures)
                .logPartition(energy, random.child("ais"), (temperature, rows) -> {
                    progress.accept(temperature);
                    if (temperature == evaluation.temperatures) {
                        long[] bits = rows.states().toLongs();
                        Arrays.setAll(
                                samples, i -> Arrays.copyOfRange(bits, i * test.pixels(), (i + 1) * test.pixels()));
                    }
                });
        Estimate mean =
                Estimate.mean(Energies.of(energy, test.draw(RandomStream.of(0).child("test")), CHUNK));
        Engine.setTensorFloat32(true);
        return new Result(
                new Estimate(mean.value() + logZ.value(), Math.hypot(mean.standardError(), logZ.standardError())),
                new Estimate(logZ.value(), logZ.standardError()),
                samples);
    }
}
