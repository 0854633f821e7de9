package dev.calor.objective;

import dev.calor.energy.Energy;
import dev.calor.rows.Batch;
import dev.calor.tensor.Tensor;

/** The gradient of log-likelihood by samples [P mle-objective]: E_data ∇U − E_model ∇U, as the loss mean U(x) − mean U(x⁻). */
final class Divergence {
    private Divergence() {}

    static Tensor loss(Energy energy, Batch data, Batch samples) {
        long rows = data.rows();
        Tensor energies = energy.energy(data.above(samples));
        return energies.narrow(0, 0, rows)
                .mean()
                .minus(energies.narrow(0, rows, samples.rows()).mean());
    }
}
