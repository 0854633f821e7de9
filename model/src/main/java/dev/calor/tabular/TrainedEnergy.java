package dev.calor.tabular;

import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.energy.mlp.NumberStatistics;
import dev.calor.random.RandomStream;
import dev.calor.rows.Marginals;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import org.jspecify.annotations.Nullable;

/**
 * The energy of a model, and the statistics of the training rows that it contains besides its parameters.
 *
 * @param network the network that is trained
 * @param energy the energy that contains the network; closing it closes the network
 * @param marginals the frequency of each state
 * @param numbers the statistics for features of numbers; null if the network has no such features
 */
record TrainedEnergy(
        MlpEnergy network,
        TrainableEnergy energy,
        Marginals marginals,
        @Nullable NumberStatistics numbers) {
    /** An energy with random parameters. */
    static TrainedEnergy of(
            TabularSpec spec,
            ProductSpace space,
            Marginals marginals,
            @Nullable NumberStatistics numbers,
            Device device,
            RandomStream random) {
        MlpEnergy network = new MlpEnergy(space, spec.method().architecture(spec.network()), numbers, device, random);
        return new TrainedEnergy(network, spec.method().energy(network, marginals), marginals, numbers);
    }
}
