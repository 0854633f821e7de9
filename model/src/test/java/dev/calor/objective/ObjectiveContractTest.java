package dev.calor.objective;

import dev.calor.contract.ObjectiveContract;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.perturb.Neighbourhood;
import dev.calor.random.RandomStream;
import dev.calor.sampler.Gibbs;
import dev.calor.sampler.GibbsWithGradients;
import java.util.stream.Stream;

/**
 * Our objectives that learn the distribution of rows. Not {@link DenoisingDiscrepancy}, which needs rows with noise levels;
 * not {@link GuidedRatioMatching}, whose authors leave the weights of flips out, so that its gradient is not zero at the
 * truth; not {@link TrajectoryBalance}, which trains a sampler. These have tests of their own.
 */
class ObjectiveContractTest extends ObjectiveContract {
    @Override
    protected Stream<Case> cases() {
        return Stream.of(
                new Case("energy discrepancy, flips", energy -> new EnergyDiscrepancy(new BernoulliFlip(0.2), 32, 0)),
                new Case(
                        "energy discrepancy, neighbours",
                        energy -> new EnergyDiscrepancy(new Neighbourhood(energy.space()), 32, 0)),
                new Case("contrastive divergence", energy -> new ContrastiveDivergence(new Gibbs(), 1)),
                new Case(
                        "persistent divergence",
                        energy ->
                                new PersistentDivergence(new GibbsWithGradients(), 3, 200, energy, RandomStream.of(7))),
                new Case("pseudo-likelihood", energy -> new PseudoLikelihood()),
                new Case("ratio matching", energy -> new RatioMatching()));
    }
}
