package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.List;

/** An energy made of another, on the same space and device, with its parameters. */
interface DerivedEnergy extends Energy {
    /** What it is made of. */
    Energy original();

    @Override
    default ProductSpace space() {
        return original().space();
    }

    @Override
    default OneHot layout() {
        return original().layout();
    }

    @Override
    default Device device() {
        return original().device();
    }

    @Override
    default List<Tensor> parameters() {
        return original().parameters();
    }

    @Override
    default List<Tensor> unfolded(List<Tensor> gradients) {
        return original().unfolded(gradients);
    }
}
