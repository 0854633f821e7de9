package dev.calor.energy;

import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The Ising energy U(x) = −xᵀJx with x ∈ {−1, 1}^D, J symmetric with zero diagonal [P appendix-sec-training-ising-models]. */
public final class QuadraticEnergy extends LearnedEnergy {
    private final Tensor weights; // J is their symmetric part without the diagonal
    private final Tensor offDiagonal;

    /** The energy of D spins with these couplings, given by rows. */
    public QuadraticEnergy(Device device, double[][] coupling) {
        super(ProductSpace.power(new Uniform(2), coupling.length), device);
        int spins = coupling.length;
        double[] flat = new double[spins * spins];
        double[] mask = new double[spins * spins];
        for (int i = 0; i < spins; i++) {
            for (int j = 0; j < spins; j++) {
                flat[i * spins + j] = coupling[i][j];
                mask[i * spins + j] = i == j ? 0 : 1;
            }
        }
        this.weights = parameter(Tensor.real(device, flat, spins, spins));
        this.offDiagonal = Tensor.real(device, mask, spins, spins).keep();
    }

    /** The coupling matrix J. */
    public Tensor coupling() {
        return weights.plus(weights.transpose()).times(0.5).times(offDiagonal);
    }

    @Override
    public Tensor relaxed(Tensor oneHot, Tensor numbers, @Nullable Tensor levels) {
        Tensor pairs = oneHot.reshape(oneHot.size(0), space().dimension(), 2);
        Tensor spins = pairs.select(2, 1).minus(pairs.select(2, 0));
        return spins.matmul(coupling()).times(spins).sum(1).negate();
    }

    @Override
    public void close() {
        super.close();
        offDiagonal.release();
    }
}
