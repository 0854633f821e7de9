package dev.calor.train;

import dev.calor.energy.TrainableEnergy;
import dev.calor.objective.Objective;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.tensor.Device;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Peers;
import dev.calor.tensor.Pieces;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The only training loop. What step n draws depends on the seed, n and the task alone, so a run that is stopped at any point and
 * resumed from its checkpoint ends with the same bytes as an uninterrupted one. Several tasks may train one model, each on rows of its
 * own: each takes an equal part of every batch, gradients are added over all tasks, and all make the same update.
 *
 * @param plan how long and how fast to train
 * @param seed the seed of all randomness
 * @param specification what is trained, in words; a checkpoint with another specification is refused
 * @param checkpoint the file in which the state is saved, and from which it is resumed if it exists; or null. Only task 0 writes it
 * @param peers the tasks that train together
 */
public record Trainer(
        TrainingPlan plan,
        String specification,
        long seed,
        @Nullable Path checkpoint,
        Peers peers) {
    /** Training by one task. */
    public Trainer(TrainingPlan plan, String specification, long seed, @Nullable Path checkpoint) {
        this(plan, specification, seed, checkpoint, Peers.ALONE);
    }

    /** A loss closer to its lower bound than this counts as equal to it. */
    private static final double BOUND_TOLERANCE = 1e-3;

    /**
     * Trains to the end of the plan. If the plan averages the weights, the energy has the averaged weights at the end.
     *
     * @throws IllegalArgumentException if a batch has fewer rows than there are micro-batches in all tasks together
     * @throws DivergedException if the loss or a weight becomes NaN or infinite; the last checkpoint is kept
     * @throws IOException if the checkpoint is damaged, belongs to another run, or cannot be written
     */
    public Result train(TrainableEnergy energy, Objective objective, DataSource data, Consumer<TrainingEvent> listener)
            throws IOException {
        return train(energy, objective, data, listener, () -> false);
    }

    /**
     * The same, but ends early when {@code stop} returns true, with the weights as they are then. All tasks must stop at the same step.
     *
     * @throws IllegalArgumentException if a batch has fewer rows than there are micro-batches in all tasks together
     * @throws DivergedException if the loss or a weight becomes NaN or infinite; the last checkpoint is kept
     * @throws IOException if the checkpoint is damaged, belongs to another run, or cannot be written
     */
    public Result train(
            TrainableEnergy energy,
            Objective objective,
            DataSource data,
            Consumer<TrainingEvent> listener,
            BooleanSupplier stop)
            throws IOException {
        long began = System.nanoTime();
        LossCurve curve = new LossCurve();
        int pieces = pieces(energy, objective);
        try (Adam adam = new Adam(energy.parameters(), plan);
                Pieces workers = pieces == 1 ? Pieces.inTurn() : Pieces.sideBySide()) {
            Run run = new Run(energy, objective, data, adam, workers, pieces);
            Checkpoint file =
                    new Checkpoint(RunIdentity.of(specification + "; " + plan.withSave(0), seed, data), run.state());
            long done = resume(file, curve, listener);
            boolean ended = done == plan.steps();
            while (!ended) {
                double progress = Math.max(done / (double) plan.steps(), timeShare(began));
                double rate = plan.rate().at(done, Math.min(1, progress));
                curve.add(update(run, done, rate));
                done++;
                ended = done == plan.steps() || progress >= 1 || stop.getAsBoolean();
                if (ended || done % plan.report() == 0) {
                    report(curve.report(), done, progress, objective, listener);
                }
                if (ended || (plan.save() > 0 && done % plan.save() == 0)) {
                    requireFinite(energy, done, rate);
                    if (checkpoint != null && peers.rank() == 0) {
                        file.write(checkpoint, done, curve);
                        listener.accept(new TrainingEvent.Saved(done, checkpoint));
                    }
                }
            }
            run.takeAverages();
            List<Double> losses = curve.reported();
            listener.accept(new TrainingEvent.Finished(done, losses.get(losses.size() - 1)));
            return new Result(losses, done);
        }
    }

    /** The number of micro-batches of this task. */
    private int pieces(TrainableEnergy energy, Objective objective) {
        int pieces = objective.rowwise() && energy.device() != Device.CUDA ? plan.pieces() : 1;
        if ((long) pieces * peers.size() > plan.batch()) {
            throw new IllegalArgumentException("a batch of " + plan.batch() + " rows for " + peers.size() + " tasks of "
                    + pieces + " micro-batches each: at least one row each is needed; raise the batch");
        }
        return pieces;
    }

    /** The number of steps that a checkpoint has done: 0 where there is none. */
    private long resume(Checkpoint file, LossCurve curve, Consumer<TrainingEvent> listener) throws IOException {
        long done = checkpoint == null ? 0 : file.restore(checkpoint, curve);
        if (checkpoint != null && done > 0) {
            listener.accept(new TrainingEvent.Resumed(done, checkpoint));
        }
        return done;
    }

    /** The fraction of the time limit that is over, by the clock of task 0. */
    private double timeShare(long began) {
        return plan.seconds() == Double.POSITIVE_INFINITY
                ? 0
                : peers.first((System.nanoTime() - began) / 1e9) / plan.seconds();
    }

    /** What all steps of a run use. */
    private record Run(
            TrainableEnergy energy, Objective objective, DataSource data, Adam adam, Pieces workers, int pieces) {
        /** What a checkpoint holds. */
        Map<String, List<Tensor>> state() {
            Map<String, List<Tensor>> state = new LinkedHashMap<>();
            state.put("parameter", energy.parameters());
            state.put("optimiser", adam.state());
            state.put("objective", objective.state());
            return state;
        }

        /** Where weights are averaged, the averages take their place. */
        void takeAverages() {
            try (NoGradient guard = NoGradient.open()) {
                for (int p = 0; p < adam.averages().size(); p++) {
                    energy.parameters().get(p).assign(adam.averages().get(p));
                }
            }
        }
    }

    /** One step: data, loss, gradient, update. Returns the loss; where it is not finite, nothing is updated, and it throws. */
    private double update(Run run, long step, double rate) {
        RandomStream random = RandomStream.of(seed);
        TrainableEnergy energy = run.energy;
        try (Scope scope = Scope.open()) {
            TrainableEnergy folded = energy.folded();
            List<Share> shares = run.workers.map(run.pieces, own -> {
                int piece = peers.rank() * run.pieces + own;
                int rows = rows(piece, run.pieces * peers.size());
                Batch batch = run.data.batch(
                        rows, energy.device(), random.child("data").child(step).child(piece));
                TrainableEnergy recording = folded.recording();
                Tensor loss = run.objective
                        .loss(
                                recording,
                                batch,
                                random.child("noise").child(step).child(piece))
                        .times(rows / (double) plan.batch());
                List<Tensor> gradients = recording.gradients(loss);
                gradients.forEach(Tensor::keep);
                return new Share(loss.number(), gradients);
            });
            List<Tensor> gradients = folded.unfolded(Share.sum(shares));
            double loss = peers.sum(shares.stream().mapToDouble(Share::loss).sum(), gradients);
            if (Double.isFinite(loss)) {
                run.adam.update(gradients, step, rate, run.workers);
            }
            shares.forEach(share -> share.gradients.forEach(Tensor::release));
            if (!Double.isFinite(loss)) {
                throw new DivergedException("the loss is " + loss, step, rate);
            }
            return loss;
        }
    }

    /** The rows of one of all micro-batches of a batch. */
    private int rows(int piece, int pieces) {
        return (int) ((long) plan.batch() * (piece + 1) / pieces - (long) plan.batch() * piece / pieces);
    }

    /** The part of the loss and of its gradients that one micro-batch contributes; the gradients are kept. */
    private record Share(double loss, List<Tensor> gradients) {
        /** Adds all gradients to those of the first, in a fixed order: the same bytes for any number of threads. */
        static List<Tensor> sum(List<Share> shares) {
            List<Tensor> sums = shares.get(0).gradients;
            for (Share other : shares.subList(1, shares.size())) {
                for (int p = 0; p < sums.size(); p++) {
                    sums.get(p).add(1, other.gradients.get(p));
                }
            }
            return sums;
        }
    }

    private void report(
            double mean, long done, double progress, Objective objective, Consumer<TrainingEvent> listener) {
        listener.accept(new TrainingEvent.Progress(done, mean, plan.rate().at(done - 1, progress), progress));
        if (mean < objective.lowerBound() + BOUND_TOLERANCE) {
            listener.accept(new TrainingEvent.OnLowerBound(done, mean, objective.lowerBound()));
        }
    }

    /** A step with a finite loss may have had an infinite or NaN gradient; such weights are neither saved nor returned. */
    private static void requireFinite(TrainableEnergy energy, long step, double rate) {
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            for (Tensor parameter : energy.parameters()) {
                if (!Double.isFinite(parameter.sum().number())) {
                    throw new DivergedException("a weight is NaN or infinite", step, rate);
                }
            }
        }
    }

    /**
     * The result of training.
     *
     * @param losses the mean losses, one per report
     * @param steps the number of steps done
     */
    public record Result(List<Double> losses, long steps) {}
}
