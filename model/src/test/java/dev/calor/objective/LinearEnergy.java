package dev.calor.objective;

import dev.calor.energy.LearnedEnergy;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** U = Σ θ over the slots of a row, plus every number times its slope, in double precision. */
final class LinearEnergy extends LearnedEnergy {
    private final Tensor theta;
    private final Tensor slopes;

    LinearEnergy(ProductSpace space, double[] theta, double... slopes) {
        super(space, Device.CPU_DOUBLE);
        this.theta = parameter(Tensor.real(device(), theta, theta.length, 1));
        this.slopes = parameter(Tensor.real(device(), slopes, slopes.length, 1));
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return oneHot.matmul(theta).plus(numbers.matmul(slopes)).select(1, 0);
    }
}
