package dev.calor.lab.image;

import dev.calor.dataset.GreyImages;
import dev.calor.dataset.ImageSet;
import dev.calor.energy.LevelResNetEnergy;
import dev.calor.energy.ResNetEnergy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.WithBase;
import dev.calor.estimate.AnnealedImportanceSampling;
import dev.calor.estimate.HeatImportanceSampling;
import dev.calor.estimate.LogWeights;
import dev.calor.estimate.PartitionBounds;
import dev.calor.estimate.Tempering;
import dev.calor.lab.cell.Energies;
import dev.calor.lab.cell.Estimate;
import dev.calor.objective.Objective;
import dev.calor.objective.PersistentDivergence;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.sampler.CategoryRatios;
import dev.calor.sampler.DiscreteLangevin;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.sampler.HeatPath;
import dev.calor.sampler.NoiseSchedule;
import dev.calor.sampler.ReverseHeat;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
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
 * An energy of binary images [P tab:image_logll]: a residual network relative to a base distribution, and its negative
 * log-likelihood from both sides, on averaged weights: by annealed importance sampling with Gibbs with gradients, or by paths of
 * heat where the energy is conditioned on the noise level.
 *
 * <p>Deviations. The learning rate falls along a cosine after its warm-up, and the last weights are reported; the paper
 * keeps the rate and reports the weights that did best on validation images.
 *
 * @param shrink images are made this many times smaller; 1 for the paper's
 * @param sampler the sampler of chains, if the method has them
 * @param epsilon the probability of a flip in ED-Bern
 * @param warmup steps of linear growth of the rate
 * @param seconds the time limit of training, which the learning rate then follows; null for none
 * @param denoising the weight of the denoising term of ED-Annealed, where 1 makes it a bound of the likelihood in nats; null for 1
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
        long seed,
        @Nullable Double seconds,
        @Nullable Double denoising) {
    private static final int SIDE = 28;

    /** The least distance of base probabilities from 0 and 1, as in the authors' code. */
    private static final double CLAMP = 0.01;

    /** The decay of averaged weights is 0.999, or less in short runs: the average should span a tenth of a run, not its start. */
    private static final double AVERAGE = 0.999;

    /** The norm of gradients of the denoising term is limited: few images at low noise levels have very large ones. */
    private static final double ANNEALED_CLIP = 50;

    /** Images evaluated at once: all their activations are in memory. */
    private static final int CHUNK = 1000;

    /** Steps from noise to data when samples are drawn by reverse heat, with a correction after each. */
    private static final int REVERSE_STEPS = 100;

    private static final int SAMPLES = 100;

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
        RandomStream random = RandomStream.of(seed).child("weights");
        TrainableEnergy network = method.seesLevels()
                ? new LevelResNetEnergy(architecture(), device, random)
                : new ResNetEnergy(architecture(), device, random);
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
                method.seesLevels() ? ANNEALED_CLIP : Double.POSITIVE_INFINITY,
                0,
                Math.min(AVERAGE, Math.max(0.5, 1 - 10.0 / steps)),
                (int) Math.max(1, Math.min(1000, steps / 20)),
                (int) Math.max(1, Math.min(2000, steps / 4)),
                seconds == null ? Double.POSITIVE_INFINITY : seconds,
                1);
    }

    Trainer.Result train(
            WithBase energy, GreyImages images, @Nullable Path checkpoint, Consumer<TrainingEvent> listener)
            throws IOException {
        String specification = "image " + set + " / " + shrink + ", " + method
                + (method.hasChains() ? " " + sampler : " M=" + negatives + " epsilon=" + epsilon)
                + (denoising == null ? "" : " denoising=" + denoising) + ", " + channels
                + " channels, " + blocks + " blocks";
        Objective objective = method.objective(
                energy,
                sampler,
                negatives,
                epsilon,
                denoising == null ? 1 : denoising,
                images.mean(),
                RandomStream.of(seed).child("objective"));
        try (ImageData data = new ImageData(images, energy.device(), method.noise(energy.base()))) {
            return new Trainer(plan(), specification, seed, checkpoint)
                    .train(method.trained(energy), objective, data, listener);
        } finally {
            if (objective instanceof PersistentDivergence chains) {
                chains.close();
            }
        }
    }

    /**
     * How the likelihood is estimated.
     *
     * @param chains the number of chains of each direction
     * @param temperatures the number of temperatures, with one transition of Gibbs with gradients each; of an energy that is
     *     conditioned on the noise level, the number of steps of heat
     */
    record Evaluation(int chains, int temperatures) {}

    /**
     * The result.
     *
     * @param likelihood of the test images
     * @param samples by reverse heat, or else the last states of the chains: nearly samples of the model
     * @param sampleSeconds the time that reverse heat took; null for chains
     */
    @SuppressWarnings("ArrayRecordComponent") // instances are never compared
    record Result(
            ImageSpec.Likelihood likelihood,
            long[][] samples,
            @Nullable Double sampleSeconds) {}

    /** log Z from the base distribution to the energy, and in reverse from test images; with U of all test images, the likelihood. */
    Result evaluate(WithBase energy, GreyImages test, Evaluation evaluation, IntConsumer progress) {
        RandomStream random = RandomStream.of(seed).child("evaluation");
        Engine.setTensorFloat32(
                false); // the same energy of an image in Z and in the data, whatever the size of a batch
        int[][] images = test.draw(RandomStream.of(0).child("test"));
        int[][] some = random.child("rows")
                .ints(evaluation.chains, 0, images.length)
                .mapToObj(i -> images[i])
                .toArray(int[][]::new);
        Estimate mean = Estimate.mean(Energies.of(energy, images, CHUNK));
        try (Scope scope = Scope.open()) {
            Batch rows = Batch.ofStates(energy.device(), some);
            return method.seesLevels()
                    ? alongHeat(energy, mean, rows, evaluation, random, progress)
                    : alongTemperatures(energy, mean, rows, evaluation, random, progress);
        } finally {
            Engine.setTensorFloat32(true);
        }
    }

    private static Result alongTemperatures(
            WithBase energy,
            Estimate mean,
            Batch rows,
            Evaluation evaluation,
            RandomStream random,
            IntConsumer progress) {
        AnnealedImportanceSampling annealing =
                new AnnealedImportanceSampling(new GibbsWithGradients(), evaluation.chains, evaluation.temperatures);
        Tempering path = new Tempering(energy);
        long[][] last = new long[evaluation.chains][];
        LogWeights forward = annealing.forward(path, random.child("ais"), (temperature, states) -> {
            progress.accept(temperature);
            if (temperature == evaluation.temperatures) {
                fill(last, states);
            }
        });
        LogWeights reverse = annealing.reverse(
                path, rows, random.child("reverse"), (temperature, states) -> progress.accept(temperature));
        return new Result(ImageSpec.Likelihood.of(mean, PartitionBounds.ofData(forward, reverse)), last, null);
    }

    private static Result alongHeat(
            WithBase energy,
            Estimate mean,
            Batch rows,
            Evaluation evaluation,
            RandomStream random,
            IntConsumer progress) {
        HeatImportanceSampling sampling =
                new HeatImportanceSampling(new HeatPath(energy.base(), NoiseSchedule.even(evaluation.temperatures)));
        LogWeights forward = sampling.forward(energy, evaluation.chains, random.child("heat"), progress);
        LogWeights reverse = sampling.reverse(energy, rows, random.child("reverse"), progress);
        long began = System.nanoTime();
        long[][] samples = samples(energy, random.child("samples"));
        return new Result(
                ImageSpec.Likelihood.of(mean, PartitionBounds.ofData(forward, reverse)),
                samples,
                (System.nanoTime() - began) / 1e9);
    }

    /** Samples of an energy that is conditioned on the noise level, by reverse heat. */
    private static long[][] samples(WithBase energy, RandomStream random) {
        ReverseHeat pass = new ReverseHeat(
                energy.base(),
                NoiseSchedule.even(REVERSE_STEPS),
                CategoryRatios.linear(),
                new DiscreteLangevin(1, true, true),
                1);
        long[][] samples = new long[SAMPLES][];
        try (Scope scope = Scope.open()) {
            Batch start = energy.start(SAMPLES, Noise.of(random.child("start"), energy.device()));
            Batch rows = pass.step(pass.start(start), energy, random.child("pass"))
                    .next()
                    .rows();
            fill(samples, rows);
        }
        return samples;
    }

    private static void fill(long[][] images, Batch rows) {
        int pixels = (int) rows.states().size(1);
        long[] bits = rows.states().toLongs();
        Arrays.setAll(images, i -> Arrays.copyOfRange(bits, i * pixels, (i + 1) * pixels));
    }
}
