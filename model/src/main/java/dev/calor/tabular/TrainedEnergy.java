package dev.calor.tabular;

import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.DerivedInputs;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.random.RandomStream;
import dev.calor.rows.Marginals;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;

/**
 * The energy of a model, and the statistics of the training rows that it contains besides its parameters.
 *
 * @param network the network that is trained
 * @param energy the energy that contains the network; closing it closes the network
 * @param marginals the frequency of each state
 * @param derived the inputs of the network besides its columns
 */
record TrainedEnergy(MlpEnergy network, TrainableEnergy energy, Marginals marginals, DerivedInputs derived) {
    /** An energy with random parameters. */
    static TrainedEnergy of(
            TabularSpec spec,
            ProductSpace space,
            Marginals marginals,
            DerivedInputs derived,
            Device device,
            RandomStream random) {
        MlpEnergy network = new MlpEnergy(space, spec.method().architecture(spec.network()), derived, device, random);
        return new TrainedEnergy(network, spec.method().energy(network, marginals), marginals, derived);
    }
}
