package dev.calor.rows;

import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Uniform levels and N(0, 1) numbers, not normalised: U_0 = Σ x²/2. */
record UniformBase(OneHot layout, int numbers) implements Base {
    @Override
    public Tensor states(long rows, Noise noise) {
        return layout.uniform(rows, noise);
    }

    @Override
    public Tensor slotEnergies(Device device) {
        return Tensor.zeros(device, layout.slots());
    }

    @Override
    public Tensor energy(Device device, Batch rows) {
        return ofNumbers(rows.numbers());
    }

    @Override
    public Tensor relaxed(Device device, Tensor oneHot, Tensor numbers) {
        return ofNumbers(numbers);
    }

    private static Tensor ofNumbers(Tensor numbers) {
        return numbers.square().sum(1).times(0.5);
    }

    /** The logarithm of the number of states, which itself may overflow, and ½ log 2π for each number. */
    @Override
    public double logMass() {
        double sum = numbers * Math.log(2 * Math.PI) / 2;
        for (int k = 0; k < layout.columns(); k++) {
            sum += Math.log(layout.size(k));
        }
        return sum;
    }
}
