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
 * The energy of a model, and what of the training rows it is made of besides its parameters.
 *
 * @param network what is trained
 * @param energy made of the network; closing it closes the network
 * @param marginals how often each state occurs
 * @param numbers what the network knows of its numbers; null where it sees them alone
 */
record TrainedEnergy(
        MlpEnergy network,
        TrainableEnergy energy,
        Marginals marginals,
        @Nullable NumberStatistics numbers) {
    /** With random parameters. */
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
