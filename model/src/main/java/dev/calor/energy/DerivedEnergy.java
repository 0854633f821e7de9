package dev.calor.energy;

import dev.calor.rows.Base;
import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;

/** An energy made of another, on the same space and device. */
public interface DerivedEnergy extends Energy {
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
    default Base base() {
        return original().base();
    }
}
