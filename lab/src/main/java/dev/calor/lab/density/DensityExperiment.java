package dev.calor.lab.density;

import dev.calor.dataset.Discretisation;
import dev.calor.dataset.Toy2d;
import dev.calor.energy.Energy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.estimate.ImportanceSampling;
import dev.calor.estimate.LogPartition;
import dev.calor.estimate.StratifiedImportance;
import dev.calor.lab.cell.Cells;
import dev.calor.lab.cell.Energies;
import dev.calor.lab.cell.Estimate;
import dev.calor.metric.Mmd;
import dev.calor.objective.Objective;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.train.LearningRate;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingEvent;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Density estimation on a discretised toy set [P tab:synthetic_nll, tab:synthetic_mmd]: trains the paper's network, estimates its
 * negative log-likelihood in two ways, beside the entropy of the data, and the MMD of its samples.
 *
 * @param rate the learning rate at the start; it falls along a cosine
 * @param negatives M
 * @param evaluation scales the effort of the estimates; 1 is the paper's
 * @param sampler of the rows whose MMD is estimated
 */
record DensityExperiment(
        Toy2d set,
        int states,
        DensityMethod method,
        long steps,
        int batch,
        double rate,
        int negatives,
        long seed,
        double evaluation,
        DensitySampler sampler) {
    private static final int DATA_POINTS = 100_000;
    private static final int UNIFORM_POINTS = 1_000_000;
    private static final int STRATIFIED_POINTS = 400_000;
    private static final int MMD_ROWS = 4000;
    private static final int MMD_REPEATS = 10;
    private static final int GIBBS_SWEEPS = 100;

    DensityExperiment {
        if (!(evaluation > 0 && evaluation <= 1)) {
            throw new IllegalArgumentException(
                    "evaluation effort " + evaluation + ": allowed are numbers above 0, up to 1");
        }
    }

    /** The runs of a folder. */
    static Cells<DensityExperiment, Result> store(Path folder) {
        return new Cells<>(folder, DensityExperiment.class, Result.class);
    }

    /** A description of the data for provenance; they are drawn, not read. */
    String data() {
        return "generated: " + set + ", seed " + seed;
    }

    /** For example moons-2-ed-grid. */
    String name() {
        return set + "-" + states + "-" + method;
    }

    /** The digits of both coordinates; the scale of a set does not depend on the seed, so that all runs share one floor. */
    Discretisation cells() {
        return Discretisation.of(set, states, RandomStream.of(0).child("scale").child(set.toString()));
    }

    /** An untrained network for the set. */
    TrainableEnergy network(Device device) {
        return new MlpEnergy(
                cells().space(),
                MlpEnergy.Architecture.paperDensity(),
                device,
                RandomStream.of(seed).child("weights"));
    }

    Trainer.Result train(TrainableEnergy energy, @Nullable Path checkpoint, Consumer<TrainingEvent> listener)
            throws IOException {
        TrainingPlan plan = new TrainingPlan(
                steps,
                batch,
                LearningRate.cosine(rate),
                5,
                0,
                0.999,
                (int) Math.max(1, Math.min(1000, steps / 20)),
                2000);
        Objective objective =
                method.objective(energy, negatives, RandomStream.of(seed).child("objective"));
        String specification = "density " + set + " " + states + " " + method + " M=" + negatives;
        return new Trainer(plan, specification, seed, checkpoint)
                .train(energy, objective, new ToyData(set, cells()), listener);
    }

    /**
     * The result.
     *
     * @param nll by stratified importance sampling
     * @param nllImportance by uniform importance sampling, as the paper
     * @param floor the entropy of the data, from the same draws as the likelihoods
     * @param excess nll − floor: the divergence of the model from the data, whose noise is smaller than that of either
     */
    record Result(Estimate nll, Estimate nllImportance, Estimate floor, Estimate excess, Estimate mmd) {}

    Result evaluate(Energy energy) {
        RandomStream random = RandomStream.of(seed).child("evaluation");
        Discretisation cells = cells();
        int points = share(DATA_POINTS);
        double[][] plane = set.draw(points, random.child("data"));
        double[] energies = Energies.of(energy, cells.encode(plane));
        double[] surprise = new double[points];
        double[] excess = new double[points];
        double logArea = 2 * Math.log(cells.cellWidth());
        for (int i = 0; i < points; i++) {
            surprise[i] = -set.logDensity(plane[i][0], plane[i][1]) - logArea;
            excess[i] = energies[i] - surprise[i];
        }
        LogPartition stratified = new StratifiedImportance(strata(cells), 8, share(STRATIFIED_POINTS))
                .logPartition(energy, random.child("stratified"));
        LogPartition uniform =
                new ImportanceSampling(share(UNIFORM_POINTS)).logPartition(energy, random.child("uniform"));
        Estimate mean = Estimate.mean(energies);
        return new Result(
                plus(mean, stratified),
                plus(mean, uniform),
                Estimate.mean(surprise),
                plus(Estimate.mean(excess), stratified),
                mmd(energy, cells, random.child("mmd")));
    }

    /** A count scaled by the effort; at least two, for a standard error. */
    private int share(int full) {
        return Math.max(2, (int) (full * evaluation));
    }

    /** Leading digits of both coordinates: 2^16 strata for bits, 5^6, 10^4. */
    private static int[] strata(Discretisation cells) {
        int leading =
                switch (cells.states()) {
                    case 2 -> 8;
                    case 5 -> 3;
                    default -> 2;
                };
        return IntStream.concat(IntStream.range(0, leading), IntStream.range(cells.digits(), cells.digits() + leading))
                .toArray();
    }

    private static Estimate plus(Estimate mean, LogPartition logZ) {
        return new Estimate(mean.value() + logZ.value(), Math.hypot(mean.standardError(), logZ.standardError()));
    }

    /** The mean over repeats of the squared MMD between fresh data and samples of the model. */
    private Estimate mmd(Energy energy, Discretisation cells, RandomStream random) {
        int repeats = Math.max(2, (int) (MMD_REPEATS * evaluation));
        int rows = Math.max(50, (int) (MMD_ROWS * Math.min(1, 4 * evaluation)));
        double[] values = new double[repeats];
        int[][] samples = sampler.samples(energy, repeats * rows, GIBBS_SWEEPS, random.child("samples"));
        for (int r = 0; r < repeats; r++) {
            int[][] own = Arrays.copyOfRange(samples, r * rows, (r + 1) * rows);
            int[][] data = cells.encode(set.draw(rows, random.child("data").child(r)));
            values[r] = new Mmd(0.1).squared(data, own);
        }
        return Estimate.mean(values);
    }
}
