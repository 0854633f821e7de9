package dev.calor.energy;

import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Rows drawn uniformly over the finite columns, and from N(0, 1) in the numeric ones: where chains start. */
public final class Uniformly {
    private Uniformly() {}

    public static Batch rows(Energy energy, long count, Noise noise) {
        OneHot layout = energy.layout();
        Device device = energy.device();
        Tensor states;
        if (layout.even() && layout.columns() > 0) {
            states = noise.whole(layout.widest(), count, layout.columns());
        } else {
            Tensor[] columns = new Tensor[layout.columns()];
            for (int k = 0; k < columns.length; k++) {
                columns[k] = noise.whole(layout.size(k), count, 1);
            }
            states = columns.length == 0 ? Tensor.fullWhole(device, 0, count, 0) : Tensor.cat(1, columns);
        }
        long numeric = (long) energy.space().dimension() - layout.columns();
        return new Batch(states, noise.normal(count, numeric), null);
    }
}
