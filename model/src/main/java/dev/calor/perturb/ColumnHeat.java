package dev.calor.perturb;

import dev.calor.heat.HeatKernel;
import dev.calor.random.AliasTable;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * Draws from one heat kernel for whole tensors of states. Kernels of up to {@link #LARGEST_TABLE} states are stored as S alias
 * tables on the device, and a draw takes two gathers for any S. Larger kernels draw on the host, state by state.
 */
final class ColumnHeat {
    /** 512² cells of 12 bytes are 3 MB. */
    static final int LARGEST_TABLE = 512;

    private final HeatKernel kernel;
    private final Map<Device, Tables> rows = new EnumMap<>(Device.class);
    private final Map<Device, Tables> posteriors = new EnumMap<>(Device.class);

    ColumnHeat(HeatKernel kernel) {
        this.kernel = kernel;
    }

    /** y ~ q_t(·|x), entry by entry. */
    Tensor draw(Tensor states, Noise noise) {
        if (kernel.space().size() > LARGEST_TABLE) {
            return onHost(states, noise, kernel::draw);
        }
        return rows.computeIfAbsent(noise.device(), device -> new Tables(device, kernel::row))
                .draw(states, noise);
    }

    /** x⁻ ∝ q_t(y|·), entry by entry. */
    Tensor drawPosterior(Tensor states, Noise noise) {
        if (kernel.space().symmetric()) {
            return draw(states, noise);
        }
        if (kernel.space().size() > LARGEST_TABLE) {
            return onHost(states, noise, kernel::drawPosterior);
        }
        return posteriors
                .computeIfAbsent(noise.device(), device -> new Tables(device, kernel::posterior))
                .draw(states, noise);
    }

    @FunctionalInterface
    private interface HostDraw {
        int draw(int state, RandomStream random);
    }

    private static Tensor onHost(Tensor states, Noise noise, HostDraw draw) {
        RandomStream random = RandomStream.of(noise.whole(Long.MAX_VALUE, 1).toLongs()[0]);
        long[] drawn = states.toLongs();
        for (int i = 0; i < drawn.length; i++) {
            drawn[i] = draw.draw((int) drawn[i], random);
        }
        return Tensor.whole(noise.device(), drawn, states.shape());
    }

    /** S alias tables of S cells each, as two tensors. They are never freed: there are few, and they are small. */
    private final class Tables {
        private final Tensor keep; // [S·S]
        private final Tensor alias; // [S·S]

        Tables(Device device, IntFunction<double[]> probabilities) {
            int size = kernel.space().size();
            double[] kept = new double[size * size];
            long[] aliases = new long[size * size];
            for (int state = 0; state < size; state++) {
                AliasTable table = AliasTable.of(probabilities.apply(state));
                for (int cell = 0; cell < size; cell++) {
                    kept[state * size + cell] = table.keep(cell);
                    aliases[state * size + cell] = table.alias(cell);
                }
            }
            keep = Tensor.real(device, kept, kept.length).keep();
            alias = Tensor.whole(device, aliases, aliases.length).keep();
        }

        Tensor draw(Tensor states, Noise noise) {
            long size = kernel.space().size();
            long[] shape = states.shape();
            Tensor cell = noise.whole(size, shape);
            Tensor index = states.times(size).plus(cell).reshape(-1);
            Tensor kept =
                    noise.uniform(shape).lessThan(keep.indexSelect(0, index).reshape(shape));
            return kept.choose(cell, alias.indexSelect(0, index).reshape(shape));
        }
    }
}
