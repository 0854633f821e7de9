package dev.calor.energy;

import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** An energy with parameters of its own, on a space and a device: what networks have in common. */
public abstract class LearnedEnergy implements TrainableEnergy {
    private final ProductSpace space;
    private final OneHot layout;
    private final Device device;
    private final List<Tensor> parameters = new ArrayList<>();

    protected LearnedEnergy(ProductSpace space, Device device) {
        this.space = space;
        this.layout = new OneHot(space);
        this.device = device;
    }

    /** Makes a tensor one of the parameters, and returns it. */
    protected final Tensor parameter(Tensor initial) {
        parameters.add(initial.keep().track());
        return initial;
    }

    /** Uniform with deviation 1/√(3·inputs), as usual for linear layers. */
    protected static Tensor uniform(Noise noise, int inputs, long... shape) {
        double bound = 1 / Math.sqrt(inputs);
        return noise.uniform(shape).times(2 * bound).plus(-bound);
    }

    @Override
    public final ProductSpace space() {
        return space;
    }

    @Override
    public final OneHot layout() {
        return layout;
    }

    @Override
    public final Device device() {
        return device;
    }

    @Override
    public final List<Tensor> parameters() {
        return List.copyOf(parameters);
    }
}
