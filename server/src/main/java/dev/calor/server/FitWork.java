package dev.calor.server;

import dev.calor.table.Table;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.train.TrainingEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Learns a model of a table, from where a checkpoint left off if there is one. */
final class FitWork {
    private static final String CHECKPOINT = "checkpoint.safetensors";

    /** Rows shown while learning, and seconds between two draws. */
    private static final int SHOWN = 5;

    private static final double SHOW_EVERY = 4;

    /** Seconds between two reports of the loss. */
    private static final double TELL_EVERY = 0.4;

    /** A fit that takes longer than its time by this factor is ended. */
    private static final double OVERTIME = 1.5;

    private final Job job;
    private final JobOrder.Fit order;
    private final Workers workers;
    private final Limits limits;
    private final BooleanSupplier suspended;
    private final double spentBefore;
    private final long stepBefore;
    private final long began = System.nanoTime();
    private long lastStep = began;
    private long lastShown = began;
    private long lastTold = began;

    /** {@code suspended} tells whether the server shuts down and the job is to be resumed later. */
    FitWork(Job job, JobOrder.Fit order, Workers workers, Limits limits, BooleanSupplier suspended) {
        this.job = job;
        this.order = order;
        this.workers = workers;
        this.limits = limits;
        this.suspended = suspended;
        this.spentBefore = job.status().seconds();
        this.stepBefore = job.status().step();
    }

    /** The model, to be closed by the caller. */
    TabularModel run(Table table) throws IOException {
        TabularSpec spec = order.spec();
        if (job.status().steps() == 0) {
            Double seconds = order.seconds();
            long asked = seconds != null && order.isTimed()
                    ? Costs.steps(table, spec, seconds)
                    : spec.training().steps();
            long steps = spec.withSteps(asked).steps(table.rows());
            job.update(status -> status.withSteps(steps));
            job.save(); // a resumed run must have the same number, or its checkpoint is of another run
        }
        Path checkpoint = job.folder().resolve(CHECKPOINT);
        return TabularModel.fit(
                table, spec.withSteps(job.status().steps()), Device.CPU, checkpoint, this::hear, this::shouldStop);
    }

    private double spent() {
        return spentBefore + (System.nanoTime() - began) / 1e9;
    }

    private void hear(TrainingEvent event, TabularModel learning) {
        if (event instanceof TrainingEvent.Progress now && isTime(now.step())) {
            lastTold = System.nanoTime();
            long steps = job.status().steps();
            double own = (System.nanoTime() - began) / 1e9;
            long done = now.step() - Math.min(stepBefore, now.step() - 1);
            double left = own / done * (steps - now.step());
            job.update(status -> status.withStep(now.step(), now.loss(), left, spent()));
            if ((System.nanoTime() - lastShown) / 1e9 >= SHOW_EVERY) {
                show(learning);
            }
        } else if (event instanceof TrainingEvent.Saved) {
            save();
        }
    }

    /** Whether to report a step: not more often than people and pages can follow. */
    private boolean isTime(long step) {
        return step >= job.status().steps() || (System.nanoTime() - lastTold) / 1e9 >= TELL_EVERY || shouldEnd();
    }

    private void show(TabularModel learning) {
        try {
            Table drawn = learning.sample(SHOWN, job.status().step());
            var rows = TableView.first(drawn, SHOWN);
            job.update(status -> status.withRows(rows));
            lastShown = System.nanoTime();
        } catch (IOException impossible) {
            throw new IllegalStateException("rows could not be written to memory", impossible);
        }
    }

    private void save() {
        try {
            job.save();
        } catch (IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }

    /** Whether to end training; called after every step. */
    private boolean shouldStop() {
        if (job.isCancelled()) {
            throw new CancellationException();
        }
        workers.letRequestsPass(System.nanoTime() - lastStep);
        lastStep = System.nanoTime();
        return shouldEnd();
    }

    private boolean shouldEnd() {
        if (job.status().stopping() || suspended.getAsBoolean()) {
            return true;
        }
        double most = order.seconds() == null
                ? limits.trainingSeconds()
                : Math.min(limits.trainingSeconds(), OVERTIME * order.seconds() + 10);
        return spent() > most;
    }
}
