package dev.calor.objective;

import dev.calor.energy.TrainableEnergy;
import dev.calor.perturb.Perturbation;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * Energy discrepancy, Monte-Carlo form [P equ:stabilised-loss-function]:
 * mean_i log( w/M + (1/M) Σ_j exp(U(x_i) − U(x⁻_ij)) ).
 *
 * @param negatives M, at least 1
 * @param stabiliser w, at least 0; with w = 0 the loss has no lower bound
 */
public record EnergyDiscrepancy(Perturbation perturbation, int negatives, double stabiliser) implements Objective {
    public EnergyDiscrepancy {
        if (negatives < 1) {
            throw new IllegalArgumentException("negatives " + negatives + ": at least 1");
        }
        if (!(stabiliser >= 0 && stabiliser < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("stabiliser " + stabiliser + ": allowed are finite numbers from 0 up");
        }
    }

    @Override
    public Tensor loss(TrainableEnergy energy, Batch data, RandomStream random) {
        Device device = energy.device();
        Batch fakes = perturbation.negatives(data, negatives, Noise.of(random, device));
        // One evaluation for both: the network's weights are read once.
        return ofEnergies(energy.energy(data.aboveEach(fakes, negatives)).reshape(data.rows(), 1L + negatives), device);
    }

    /** The loss from energies [rows, 1 + M] of each row and its negatives. */
    Tensor ofEnergies(Tensor energies, Device device) {
        if (stabiliser == 0) {
            Tensor differences = energies.narrow(1, 0, 1).minus(energies.narrow(1, 1, negatives));
            return differences.logSumExp(1).mean().plus(-Math.log(negatives));
        }
        // log(w + Σ_j exp(U − U_j)) = log w − log p, where p is the share of w·exp(−U) among all:
        // how well the row is told from its negatives.
        Tensor logits = energies.negate();
        if (stabiliser != 1) {
            double[] logs = new double[1 + negatives];
            logs[0] = Math.log(stabiliser);
            logits = logits.plus(Tensor.real(device, logs, logs.length));
        }
        return logits.logSoftmax(1).select(1, 0).mean().negate().plus(lowerBound());
    }

    @Override
    public double lowerBound() {
        return Math.log(stabiliser / negatives);
    }
}
