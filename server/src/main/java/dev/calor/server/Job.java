package dev.calor.server;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A job, its state in memory and in its folder, and its listeners. */
final class Job {
    static final String FILE = "job.json";

    /**
     * A job as clients see it and as its file has it.
     *
     * @param created when it was ordered, in ISO 8601
     */
    record View(String id, String created, JobOrder order, JobStatus status) {}

    private final Path folder;
    private final String id;
    private final String created;
    private final JobOrder order;
    private final List<Consumer<View>> listeners = new CopyOnWriteArrayList<>();
    private volatile JobStatus status;
    private volatile boolean cancelled;

    Job(Path folder, View view) {
        this.folder = folder;
        this.id = view.id();
        this.created = view.created();
        this.order = view.order();
        this.status = view.status();
    }

    String id() {
        return id;
    }

    Path folder() {
        return folder;
    }

    JobOrder order() {
        return order;
    }

    JobStatus status() {
        return status;
    }

    View view() {
        return new View(id, created, order, status);
    }

    /** Whether the job is to end without a result. */
    boolean isCancelled() {
        return cancelled;
    }

    void cancel() {
        cancelled = true;
    }

    /** Changes the status and notifies the listeners. */
    void update(UnaryOperator<JobStatus> change) {
        synchronized (this) {
            status = change.apply(status);
        }
        View now = view();
        listeners.forEach(listener -> listener.accept(now));
    }

    /** Saves the status, for a restart. */
    synchronized void save() throws IOException {
        if (!cancelled) {
            Json.write(folder.resolve(FILE), view());
        }
    }

    void listen(Consumer<View> listener) {
        listeners.add(listener);
        listener.accept(view());
    }

    void unlisten(Consumer<View> listener) {
        listeners.remove(listener);
    }
}
