package dev.calor.sampler;

import dev.calor.contract.EnergyContract;
import dev.calor.energy.Energy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.MlpEnergy.Architecture;
import dev.calor.random.RandomStream;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Tensor;
import java.util.stream.Stream;

/** The contract of an energy less a bonus for every level. */
class TiltedTest extends EnergyContract {
    @Override
    protected Stream<Energy> energies() {
        ProductSpace mixed = ProductSpace.of(new Uniform(3), new Numeric(), new Uniform(2));
        return Stream.of(new Tilted(
                new MlpEnergy(mixed, new Architecture(2, 8, 2, true, false, false), DEVICE, RandomStream.of(2)),
                Tensor.real(DEVICE, new double[] {0.5, -1, 0, 2, -0.3}, 1, 5).keep()));
    }
}
