package dev.calor.sampler;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.energy.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;

/** First-order differences of U for all changes of one column, from one gradient: what informed proposals are made of. */
final class LocalChanges {
    private LocalChanges() {}

    /** ΔU_lin [rows, slots]: G[k, v] − G[k, x_k], zero where v is the present level. */
    static Tensor linear(OneHot layout, Device device, Tensor oneHotGradient, Tensor states) {
        long[] columnOfSlot = new long[layout.slots()];
        for (int k = 0; k < layout.columns(); k++) {
            for (int v = 0; v < layout.size(k); v++) {
                columnOfSlot[layout.offset(k) + v] = k;
            }
        }
        Tensor present = layout.at(device, oneHotGradient, states); // [rows, columns]
        return oneHotGradient.minus(present.indexSelect(1, Tensor.whole(device, columnOfSlot, columnOfSlot.length)));
    }

    /** U [rows] and ΔU_lin [rows, slots]. */
    static Informed of(Energy energy, Batch rows) {
        Energy.Gradient gradient = energy.gradient(rows);
        return new Informed(
                gradient.energy(),
                linear(energy.layout(), energy.device(), gradient.oneHot().detach(), rows.states()));
    }

    record Informed(Tensor energy, Tensor changes) {}
}
