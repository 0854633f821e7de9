package dev.calor.lab.graph;

import dev.calor.contract.ObjectiveContract;
import dev.calor.energy.GcnEnergy;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.random.RandomStream;
import java.util.List;
import java.util.stream.Stream;

/** An objective by size on graphs of one of its sizes. */
class BySizeTest extends ObjectiveContract {
    @Override
    protected Stream<Case> cases() {
        return Stream.of(new Case(
                "graphs of 3 nodes among sizes 3 and 4",
                () -> new GcnEnergy(3, 1, 4, DEVICE, RandomStream.of(1)),
                energy -> new BySize(
                        (GcnEnergy) energy,
                        List.of(3, 4),
                        (own, nodes) -> new EnergyDiscrepancy(new BernoulliFlip(0.2), 32, 0))));
    }
}
