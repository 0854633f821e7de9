package dev.calor.sampler;

import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;

/** First-order differences of U for all changes of one column, from one gradient: what informed proposals are made of. */
final class LocalChanges {
    private LocalChanges() {}

    /** ΔU_lin [rows, slots]: G[k, v] − G[k, x_k], zero where v is the present level. */
    static Tensor linear(OneHot layout, Device device, Tensor oneHotGradient, Tensor states) {
        Tensor present = layout.at(device, oneHotGradient, states); // [rows, columns]
        return oneHotGradient.minus(layout.spread(device, present));
    }
}
