package dev.calor.perturb;

import dev.calor.heat.GaussianKernel;
import dev.calor.rows.Batch;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/** Heat on the numeric columns: y = x + N(0, 2t), x⁻ = y + N(0, 2t); finite columns stay as they are. */
public record Gaussian(GaussianKernel kernel) implements Perturbation {
    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Batch y = x.withNumbers(blur(x.numbers(), noise)).repeatRows(count);
        return y.withNumbers(blur(y.numbers(), noise));
    }

    private Tensor blur(Tensor numbers, Noise noise) {
        return numbers.plus(noise.normal(numbers.shape()).times(kernel.deviation()));
    }
}
