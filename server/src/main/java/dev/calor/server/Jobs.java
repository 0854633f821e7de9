package dev.calor.server;

import dev.calor.table.Table;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * The jobs of a server. Fits run one after the other, in the order in which they came; so do reports, at the same time
 * as fits. Every job is saved before its order is answered, and a job that was waiting or running when the server ended
 * is resumed at the next start.
 */
final class Jobs implements AutoCloseable {
    private static final String KIND = "jobs";

    private final Home home;
    private final Limits limits;
    private final TableStore tables;
    private final ModelStore models;
    private final LoadedModels loaded;
    private final Workers workers;
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final ExecutorService fits = Executors.newSingleThreadExecutor(task -> daemon(task, "calor-fit"));
    private final ExecutorService reports = Executors.newSingleThreadExecutor(task -> daemon(task, "calor-report"));
    private volatile boolean suspended;

    Jobs(Home home, Limits limits, TableStore tables, ModelStore models, LoadedModels loaded, Workers workers)
            throws IOException {
        this.home = home;
        this.limits = limits;
        this.tables = tables;
        this.models = models;
        this.loaded = loaded;
        this.workers = workers;
        for (Path place : home.places(KIND)) {
            Job.View view = Json.read(place.resolve(Job.FILE), Job.View.class);
            jobs.put(view.id(), new Job(place, view));
        }
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Resumes the jobs that an earlier server left, the oldest first. */
    void resume() throws IOException {
        for (Job job : jobs.values().stream()
                .filter(one -> !one.status().state().hasEnded())
                .sorted(Comparator.comparing(one -> one.view().created()))
                .toList()) {
            if (models.has(job.id())) {
                job.update(status -> status.with(JobStatus.State.done, "done", null)); // killed between the two writes
            } else if (job.status().state() == JobStatus.State.running) {
                job.update(JobStatus::withResumed);
            }
            job.save();
            if (!job.status().state().hasEnded()) {
                start(job);
            }
        }
    }

    List<Job.View> list() {
        return jobs.values().stream()
                .map(Job::view)
                .sorted(Comparator.comparing(Job.View::created).reversed())
                .toList();
    }

    /** @throws Refusal if there is no such job */
    Job get(String id) {
        Job job = jobs.get(id);
        if (job == null) {
            throw Refusal.notFound("job", id);
        }
        return job;
    }

    /**
     * Accepts an order.
     *
     * @throws Refusal if it names something that does not exist, or too many jobs wait
     */
    synchronized Job.View order(JobOrder order) throws IOException {
        check(order);
        long open = jobs.values().stream()
                .filter(job -> !job.status().state().hasEnded())
                .count();
        if (open >= limits.queue()) {
            throw Refusal.busy("--max-queue", open + " jobs wait already");
        }
        String id = Home.newId();
        Path scratch = home.scratch();
        Job.View view = new Job.View(id, Instant.now().toString(), order, JobStatus.queued());
        Json.write(scratch.resolve(Job.FILE), view);
        Path place = home.place(KIND, id);
        home.publish(scratch, place);
        Job job = new Job(place, view);
        jobs.put(id, job);
        start(job);
        return view;
    }

    private void check(JobOrder order) {
        if (order instanceof JobOrder.Fit fit) {
            tables.get(fit.table());
            models.checkRoom();
            fit.spec();
        } else if (order instanceof JobOrder.Report report) {
            models.get(report.model());
            if (report.rows() != null && report.rows() > limits.rows()) {
                throw Refusal.tooMuch("--max-rows", report.rows() + " rows are more than " + limits.rows());
            }
            if (report.test() != null) {
                tables.get(report.test());
            }
        }
    }

    /** Whether a table is needed by a job that has not ended. */
    boolean needs(String table) {
        return jobs.values().stream()
                .filter(job -> !job.status().state().hasEnded())
                .anyMatch(job ->
                        job.order() instanceof JobOrder.Fit fit && fit.table().equals(table));
    }

    private void start(Job job) {
        (job.order() instanceof JobOrder.Fit ? fits : reports).execute(() -> run(job));
    }

    private void run(Job job) {
        if (job.isCancelled() || suspended) {
            return;
        }
        try {
            job.update(status -> status.with(JobStatus.State.running, "getting ready", null));
            job.save();
            String said = job.order() instanceof JobOrder.Fit fit ? fit(job, fit) : report(job);
            if (!suspended) {
                end(job, JobStatus.State.done, "done", said);
            }
        } catch (CancellationException cancelled) {
            // its folder has been removed, or is being removed
        } catch (IOException | RuntimeException | OutOfMemoryError failed) {
            if (!job.isCancelled()) {
                end(job, JobStatus.State.failed, "failed", complaint(failed));
            }
        }
    }

    private String complaint(Throwable failed) {
        String message = failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
        return home.withoutPath(message.lines().findFirst().orElse(message));
    }

    private void end(Job job, JobStatus.State state, String work, String said) {
        job.update(status -> status.with(state, work, said.isEmpty() ? null : said));
        try {
            job.save();
        } catch (IOException unwritten) {
            job.update(status -> status.with(state, work, "its end could not be written down: the disk may be full"));
        }
    }

    /** Returns a remark on how it ended. */
    private String fit(Job job, JobOrder.Fit order) throws IOException {
        Table table = tables.read(order.table());
        StoredTable stored = tables.get(order.table());
        String name = order.name() == null ? stored.name() : Upload.readable(order.name());
        try (TabularModel model = new FitWork(job, order, workers, limits, () -> suspended).run(table)) {
            if (suspended) {
                return "";
            }
            models.add(job.id(), name, order.table(), model);
        }
        JobStatus status = job.status();
        if (status.step() >= status.steps()) {
            return "";
        }
        return status.stopping()
                ? "stopped early; what was learned is kept"
                : "stopped by the limit on time (--max-training-time); what was learned is kept";
    }

    private String report(Job job) throws IOException {
        JobOrder.Report order = (JobOrder.Report) job.order();
        try (LoadedModels.Lease lease = loaded.lease(order.model())) {
            new ReportWork(job, order, tables, models).run(lease.model(), workers);
        }
        return "";
    }

    /** Ends a fit early and keeps what is learned. */
    Job.View stop(String id) throws IOException {
        Job job = get(id);
        if (!(job.order() instanceof JobOrder.Fit) || job.status().state() != JobStatus.State.running) {
            throw Refusal.conflict("only a fit that is running can be stopped and kept; this job is "
                    + job.status().state() + "; delete it instead");
        }
        job.update(JobStatus::withStopping);
        job.save();
        return job.view();
    }

    /** Ends a job and forgets it; the model of one that is done stays. */
    void delete(String id) throws IOException {
        Job job = get(id);
        job.cancel();
        synchronized (job) {
            jobs.remove(id);
            home.discard(job.folder());
        }
    }

    long count(JobStatus.State state) {
        return jobs.values().stream()
                .filter(job -> job.status().state() == state)
                .count();
    }

    /** Lets fits write a checkpoint, from which the next server resumes. */
    @Override
    public void close() {
        suspended = true;
        fits.shutdown();
        reports.shutdownNow();
        try {
            if (!fits.awaitTermination(60, TimeUnit.SECONDS)) {
                fits.shutdownNow();
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
