package dev.calor.contract;

import dev.calor.energy.Energy;
import dev.calor.rows.OneHot;
import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** U = |x|²/2 of two numbers: exp(−U) is N(0, I), which is also its base, so that it is drawn exactly. */
record Normal(Device device) implements Energy {
    private static final ProductSpace PLANE = ProductSpace.power(new Numeric(), 2);

    @Override
    public ProductSpace space() {
        return PLANE;
    }

    @Override
    public OneHot layout() {
        return new OneHot(PLANE);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        return numbers.square().sum(1).times(0.5);
    }
}
