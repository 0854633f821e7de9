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

    /** The energy of which such rows are samples, Σx²/2: [rows]. */
    public static Tensor energy(Batch rows) {
        return rows.numbers().square().sum(1).times(0.5);
    }

    /** log Z of that energy: log of the number of states, also where it does not fit into a number, and ½ log 2π a number. */
    public static double logMass(Energy energy) {
        OneHot layout = energy.layout();
        double sum = 0;
        for (int k = 0; k < layout.columns(); k++) {
            sum += Math.log(layout.size(k));
        }
        return sum + (energy.space().dimension() - layout.columns()) * Math.log(2 * Math.PI) / 2;
    }
}
