package dev.calor.objective;

import dev.calor.contract.ObjectiveContract;
import dev.calor.energy.AutoregressiveEnergy;
import dev.calor.energy.QuadraticEnergy;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.WithBase;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.perturb.MultiScale;
import dev.calor.perturb.Neighbourhood;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.rows.Marginals;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.stream.Stream;

/** Our objectives, each with an energy at which its expected gradient is zero. */
class ObjectiveContractTest extends ObjectiveContract {
    @Override
    protected Stream<Case> cases() {
        EnergyDiscrepancy flips = new EnergyDiscrepancy(new BernoulliFlip(0.2), 32, 0);
        return Stream.of(
                new Case("energy discrepancy, flips", energy -> flips),
                new Case(
                        "energy discrepancy, neighbours",
                        energy -> new EnergyDiscrepancy(new Neighbourhood(energy.space()), 32, 0)),
                new Case("contrastive divergence", energy -> new ContrastiveDivergence(new Gibbs(), 1)),
                new Case(
                        "persistent divergence",
                        energy ->
                                new PersistentDivergence(new GibbsWithGradients(), 3, 200, energy, RandomStream.of(7))),
                new Case("pseudo-likelihood", energy -> new PseudoLikelihood()),
                new Case("conditional likelihood", energy -> new ConditionalLikelihood(1)),
                new Case("ratio matching", energy -> new RatioMatching()),
                // Its authors leave the weights of flips out, so that it is right for uniform rows alone.
                new Case(
                        "guided ratio matching",
                        ObjectiveContractTest::flatNetwork,
                        energy -> new GuidedRatioMatching(2)),
                // A penalty pulls away from all parameters but zero.
                new Case("energy discrepancy, sparse", ObjectiveContractTest::flat, energy -> new Sparse(flips, 0.5)),
                // Balance must hold wherever rows come from. The target has a constant besides, part of its log Z.
                new Case(
                        "trajectory balance",
                        ObjectiveContractTest::policy,
                        energy -> new TrajectoryBalance(new WithBase(policy(), Marginals.uniform(BITS))),
                        (truth, rows, random) -> truth.base().draw(rows, Noise.of(random, DEVICE))),
                new Case(
                        "denoising discrepancy",
                        NoisedBits::truth,
                        energy -> new DenoisingDiscrepancy(NoisedBits.DISCREPANCY, NoisedBits.BASE, 1),
                        (truth, rows, random) -> NoisedBits.rows(rows, Noise.of(random, DEVICE))));
    }

    /** All rows have energy 0. */
    private static TrainableEnergy flat() {
        return new QuadraticEnergy(DEVICE, new double[3][3]);
    }

    /** The same by a network whose last layer is zero: its gradients are not. */
    private static TrainableEnergy flatNetwork() {
        TrainableEnergy energy = new MlpEnergy(
                BITS, new MlpEnergy.Architecture(2, 4, 1, false, false, false), DEVICE, RandomStream.of(4));
        try (NoGradient guard = NoGradient.open()) {
            int parameters = energy.parameters().size();
            energy.parameters().subList(parameters - 2, parameters).forEach(last -> last.fill(0));
        }
        return energy;
    }

    /** Far from uniform. */
    private static TrainableEnergy policy() {
        TrainableEnergy policy = new AutoregressiveEnergy(BITS, 4, 1, DEVICE, RandomStream.of(2));
        Noise noise = Noise.of(RandomStream.of(3), DEVICE);
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            policy.parameters().forEach(parameter -> parameter.add(1, noise.normal(parameter.shape())));
        }
        return policy;
    }

    /**
     * Independent bits, with noise of one level: the energy relative to the base is linear in the one-hot code, so that first-order
     * ratios can be true.
     */
    private static final class NoisedBits {
        private static final double[] CLEAN = {0.9, 0.3, 0.2};
        private static final double[] PURE = {0.6, 0.5, 0.3};
        private static final double LEVEL = 0.4;
        private static final double KEPT = Math.cos(Math.PI / 2 * LEVEL);
        private static final Marginals BASE = new Marginals(BITS, pairs(PURE));
        private static final MultiScale.Range TIMES = new MultiScale.Range(0.1, 1);
        static final EnergyDiscrepancy DISCREPANCY = new EnergyDiscrepancy(new MultiScale(BASE, TIMES, TIMES), 4, 1);

        /** The probabilities of 0 and 1, bit by bit, from those of 1. */
        private static double[] pairs(double[] ones) {
            double[] both = new double[2 * ones.length];
            for (int k = 0; k < ones.length; k++) {
                both[2 * k] = 1 - ones[k];
                both[2 * k + 1] = ones[k];
            }
            return both;
        }

        /** f = −log p/π of the noised bits. */
        static TrainableEnergy truth() {
            double[] clean = pairs(CLEAN);
            double[] pure = pairs(PURE);
            double[] energies = new double[6];
            for (int slot = 0; slot < 6; slot++) {
                energies[slot] = -Math.log((KEPT * clean[slot] + (1 - KEPT) * pure[slot]) / pure[slot]);
            }
            return new LinearEnergy(BITS, energies);
        }

        static Batch rows(int count, Noise noise) {
            Tensor clean = new Marginals(BITS, pairs(CLEAN)).states(count, noise);
            Tensor states = noise.uniform(clean.shape()).lessThan(KEPT).choose(clean, BASE.states(count, noise));
            Tensor none = Tensor.zeros(DEVICE, count, 0);
            return new Batch(states, none, Tensor.full(DEVICE, LEVEL, count), new Batch.Origin(clean, none, none));
        }
    }
}
