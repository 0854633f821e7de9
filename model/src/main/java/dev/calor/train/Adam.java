package dev.calor.train;

import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Pieces;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Adam (Kingma and Ba 2015) with β = (0.9, 0.999) and ε = 1e-8, optionally with the weight decay of AdamW (Loshchilov and Hutter
 * 2019) and a moving average of the weights.
 */
final class Adam implements AutoCloseable {
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;

    private final List<Tensor> parameters;
    private final TrainingPlan plan;
    private final List<Tensor> means = new ArrayList<>();
    private final List<Tensor> squares = new ArrayList<>();
    private final List<Tensor> averages = new ArrayList<>();

    Adam(List<Tensor> parameters, TrainingPlan plan) {
        this.parameters = parameters;
        this.plan = plan;
        try (Scope scope = Scope.open()) {
            for (Tensor parameter : parameters) {
                Tensor zero = parameter.detach().times(0.0);
                means.add(zero.copy().keep());
                squares.add(zero.copy().keep());
                if (plan.average() > 0) {
                    averages.add(parameter.detach().copy().keep());
                }
            }
        }
    }

    /** One update; {@code step} counts from 0. */
    void update(List<Tensor> gradients, long step, double rate, Pieces workers) {
        double clipping = clipping(gradients);
        double correction1 = 1 - Math.pow(BETA1, step + 1.0);
        double correction2 = 1 - Math.pow(BETA2, step + 1.0);
        workers.map(parameters.size(), p -> {
            try (NoGradient guard = NoGradient.open()) {
                Tensor gradient = gradients.get(p);
                if (clipping < 1) {
                    gradient.scale(clipping);
                }
                Tensor mean = means.get(p);
                Tensor square = squares.get(p);
                mean.moveTowards(gradient, 1 - BETA1);
                square.scale(BETA2);
                square.addProduct(1 - BETA2, gradient, gradient);
                Tensor parameter = parameters.get(p);
                if (plan.weightDecay() > 0) {
                    parameter.scale(1 - rate * plan.weightDecay());
                }
                // m̂/(√v̂ + ε), with both bias corrections moved into the factor and into ε
                Tensor deviation = square.sqrt().plus(EPSILON * Math.sqrt(correction2));
                parameter.addQuotient(-rate * Math.sqrt(correction2) / correction1, mean, deviation);
                if (plan.average() > 0) {
                    averages.get(p).moveTowards(parameter, 1 - plan.decay(step));
                }
                return p;
            }
        });
    }

    /** The factor that limits the norm of the gradient to the plan's maximum. */
    private double clipping(List<Tensor> gradients) {
        if (plan.clip() == Double.POSITIVE_INFINITY) {
            return 1;
        }
        Tensor sum = gradients.get(0).squaredNorm();
        for (Tensor gradient : gradients.subList(1, gradients.size())) {
            sum = sum.plus(gradient.squaredNorm());
        }
        return plan.clip() / (Math.sqrt(sum.number()) + 1e-6);
    }

    /** The averaged weights, in the order of the parameters; empty if there is no average. */
    List<Tensor> averages() {
        return averages;
    }

    /** Everything an update changes besides the parameters. */
    List<Tensor> state() {
        List<Tensor> state = new ArrayList<>(means);
        state.addAll(squares);
        state.addAll(averages);
        return state;
    }

    @Override
    public void close() {
        state().forEach(Tensor::release);
    }
}
