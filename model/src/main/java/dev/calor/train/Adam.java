package dev.calor.train;

import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Adam (Kingma and Ba 2015), with AdamW's decay (Loshchilov and Hutter 2019) where it is asked for, β = (0.9, 0.999), ε = 1e-8; and a
 * moving average of the weights.
 *
 * <p>All parameters are moved into one row of numbers, one after the other, and updated as that: a dozen operations a step instead of
 * a dozen a parameter, each of which a graphics card would wait for.
 */
final class Adam implements AutoCloseable {
    private static final double BETA1 = 0.9;
    private static final double BETA2 = 0.999;
    private static final double EPSILON = 1e-8;

    private final TrainingPlan plan;
    private final List<long[]> shapes;
    private final Tensor all; // every parameter, one after the other
    private final Tensor mean;
    private final Tensor square;
    private final List<Tensor> average; // of all, or nothing

    Adam(List<Tensor> parameters, TrainingPlan plan) {
        this.plan = plan;
        this.shapes = parameters.stream().map(Tensor::shape).toList();
        try (Scope scope = Scope.open()) {
            all = row(parameters.stream().map(Tensor::detach).toList()).keep();
            List<Tensor> views = views(all);
            for (int p = 0; p < parameters.size(); p++) {
                parameters.get(p).moveInto(views.get(p));
            }
            mean = all.times(0.0).keep();
            square = all.times(0.0).keep();
            average = plan.average() > 0 ? List.of(all.copy().keep()) : List.of();
        }
    }

    private static Tensor row(List<Tensor> tensors) {
        return Tensor.cat(0, tensors.stream().map(each -> each.reshape(-1)).toArray(Tensor[]::new));
    }

    /** The tensors of a row; they share its memory. */
    private List<Tensor> views(Tensor row) {
        List<Tensor> views = new ArrayList<>();
        long start = 0;
        for (long[] shape : shapes) {
            long length = Arrays.stream(shape).reduce(1, Math::multiplyExact);
            views.add(row.narrow(0, start, length).reshape(shape));
            start += length;
        }
        return views;
    }

    /** One update; {@code step} counts from 0. */
    void update(List<Tensor> gradients, long step) {
        double rate = plan.rate().at(step, plan.steps());
        double correction1 = 1 - Math.pow(BETA1, step + 1.0);
        double correction2 = 1 - Math.pow(BETA2, step + 1.0);
        try (NoGradient guard = NoGradient.open()) {
            Tensor gradient = clipped(row(gradients));
            mean.scale(BETA1);
            mean.add(1 - BETA1, gradient);
            square.scale(BETA2);
            square.addProduct(1 - BETA2, gradient, gradient);
            if (plan.weightDecay() > 0) {
                all.scale(1 - rate * plan.weightDecay());
            }
            Tensor deviation = square.sqrt().times(1 / Math.sqrt(correction2)).plus(EPSILON);
            all.addQuotient(-rate / correction1, mean, deviation);
            for (Tensor each : average) {
                each.scale(plan.average());
                each.add(1 - plan.average(), all);
            }
        }
    }

    /** The gradient, its norm cut down to the plan's; without a look at the norm from the host, which would wait for the device. */
    private Tensor clipped(Tensor gradient) {
        if (plan.clip() == Double.POSITIVE_INFINITY) {
            return gradient;
        }
        Tensor norm = gradient.square().sum().sqrt().plus(1e-6);
        return gradient.times(norm.reciprocal().times(plan.clip()).clampAbove(1));
    }

    /** The parameters take the averaged weights, where they are kept. */
    void assignAverage() {
        try (NoGradient guard = NoGradient.open()) {
            average.forEach(all::assign);
        }
    }

    /** Everything an update changes besides the parameters. */
    List<Tensor> state() {
        List<Tensor> state = new ArrayList<>(List.of(mean, square));
        state.addAll(average);
        return state;
    }

    @Override
    public void close() {
        state().forEach(Tensor::release);
        all.release(); // the parameters go on to hold its memory
    }
}
