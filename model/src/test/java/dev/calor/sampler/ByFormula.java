package dev.calor.sampler;

import dev.calor.energy.Energy;
import dev.calor.rows.OneHot;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** An energy whose law is known, from its formula. */
public record ByFormula(ProductSpace space, OneHot layout, Formula formula) implements Energy {
    public static final Device DEVICE = Device.CPU_DOUBLE;

    /** U [rows] of one-hot codes, numbers and levels. */
    public interface Formula {
        Tensor of(Tensor oneHot, Tensor numbers, @Nullable Tensor levels);
    }

    public static ByFormula on(ProductSpace space, Formula formula) {
        return new ByFormula(space, new OneHot(space), formula);
    }

    /** N(0, A⁻¹): U = xᵀAx/2. */
    static ByFormula gaussian(double[][] precision) {
        int d = precision.length;
        double[] flat = new double[d * d];
        for (int i = 0; i < d; i++) {
            System.arraycopy(precision[i], 0, flat, i * d, d);
        }
        return on(ProductSpace.power(new Numeric(), d), (oneHot, numbers, levels) -> numbers.matmul(
                        Tensor.real(DEVICE, flat, d, d))
                .times(numbers)
                .sum(1)
                .times(0.5));
    }

    /** Two wells, at −1 and 1: U = (x² − 1)². */
    static ByFormula wells() {
        return on(
                ProductSpace.of(new Numeric()),
                (oneHot, numbers, levels) ->
                        numbers.square().plus(-1.0).square().sum(1));
    }

    @Override
    public Device device() {
        return DEVICE;
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return formula.of(oneHot, numbers, levels);
    }
}
