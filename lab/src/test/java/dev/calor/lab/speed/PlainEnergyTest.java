package dev.calor.lab.speed;

import dev.calor.contract.EnergyContract;
import dev.calor.energy.Energy;
import dev.calor.random.RandomStream;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import java.util.stream.Stream;

/** The plain port of the density network. It has too many parameters for finite differences of each. */
class PlainEnergyTest extends EnergyContract {
    @Override
    protected Stream<Energy> energies() {
        return Stream.of(new PlainEnergy(ProductSpace.power(new Uniform(2), 6), DEVICE, RandomStream.of(1)));
    }
}
