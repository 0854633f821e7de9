package dev.calor.train;

import dev.calor.energy.Batch;
import dev.calor.energy.Energy;
import dev.calor.objective.Objective;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The only training loop. What step n draws depends on the seed and n alone, so a run that was stopped at any point and goes on from
 * its checkpoint ends with the same bytes as one that was not.
 *
 * @param specification of what is trained, in words: a checkpoint of another specification is refused
 * @param checkpoint where the state is saved and found again, or null
 */
public record Trainer(
        TrainingPlan plan,
        String specification,
        long seed,
        @Nullable Path checkpoint) {
    /** A loss closer to its bound than this is on it. */
    private static final double BOUND_TOLERANCE = 1e-3;

    /**
     * Trains to the end of the plan, or until the loss is no number any more. Where the plan keeps an average of the weights, the
     * energy has the averaged ones at the end.
     */
    public Result train(Energy energy, Objective objective, DataSource data, Consumer<TrainingEvent> listener)
            throws IOException {
        RandomStream random = RandomStream.of(seed);
        LossCurve curve = new LossCurve();
        try (Adam adam = new Adam(energy.parameters(), plan)) {
            Map<String, List<Tensor>> state = new LinkedHashMap<>();
            state.put("parameter", energy.parameters());
            state.put("optimiser", adam.state());
            state.put("objective", objective.state());
            Checkpoint file = new Checkpoint(Provenance.of(specification + "; " + plan.withSave(0), seed, data), state);
            long start = 0;
            if (checkpoint != null) {
                start = file.restore(checkpoint, curve);
                if (start > 0) {
                    listener.accept(new TrainingEvent.Resumed(start, checkpoint));
                }
            }
            for (long step = start; step < plan.steps(); step++) {
                double loss = update(energy, objective, data, adam, step, random);
                if (Double.isNaN(loss) || Double.isInfinite(loss)) {
                    listener.accept(new TrainingEvent.Diverged(step));
                    return new Result(curve.reported(), step, true);
                }
                curve.add(loss);
                long done = step + 1;
                if (done % plan.report() == 0 || done == plan.steps()) {
                    report(curve.report(), done, objective, listener);
                }
                boolean due = done == plan.steps() || (plan.save() > 0 && done % plan.save() == 0);
                if (checkpoint != null && due) {
                    file.write(checkpoint, done, curve);
                    listener.accept(new TrainingEvent.Saved(done, checkpoint));
                }
            }
            adam.assignAverage();
            List<Double> losses = curve.reported();
            listener.accept(new TrainingEvent.Finished(plan.steps(), losses.get(losses.size() - 1)));
            return new Result(losses, plan.steps(), false);
        }
    }

    /** One step: data, loss, gradient, update. Returns the loss; one that is no number updates nothing. */
    private double update(
            Energy energy, Objective objective, DataSource data, Adam adam, long step, RandomStream random) {
        try (Scope scope = Scope.open()) {
            Batch batch = data.batch(
                    plan.batch(), energy.device(), random.child("data").child(step));
            Tensor loss = objective.loss(energy, batch, random.child("noise").child(step));
            double value = loss.number();
            if (!Double.isNaN(value) && !Double.isInfinite(value)) {
                adam.update(loss.gradients(energy.parameters()), step);
            }
            return value;
        }
    }

    private void report(double mean, long done, Objective objective, Consumer<TrainingEvent> listener) {
        listener.accept(new TrainingEvent.Progress(done, mean, plan.rate().at(done - 1, plan.steps())));
        if (mean < objective.lowerBound() + BOUND_TOLERANCE) {
            listener.accept(new TrainingEvent.OnLowerBound(done, mean, objective.lowerBound()));
        }
    }

    /**
     * What came of it.
     *
     * @param losses mean losses, one a report
     * @param steps done
     */
    public record Result(List<Double> losses, long steps, boolean diverged) {}
}
