package dev.calor.server;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** The API calls for jobs. */
final class JobCalls {
    private static final int BEAT_MILLIS = 15_000;

    private final Jobs jobs;
    private final Limits limits;
    private final Set<SseClient> listening = ConcurrentHashMap.newKeySet();

    JobCalls(Jobs jobs, Limits limits) {
        this.jobs = jobs;
        this.limits = limits;
        Thread heart = new Thread(this::beat, "calor-heart");
        heart.setDaemon(true);
        heart.start();
    }

    /** Sends a message to every listener at intervals, to detect those that have disconnected. */
    private void beat() {
        try {
            while (true) {
                Thread.sleep(BEAT_MILLIS);
                listening.forEach(client -> client.sendComment("still here"));
            }
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many pages listen to a job. */
    int listening() {
        return listening.size();
    }

    void list(Context request) {
        Reply.json(request, 200, jobs.list());
    }

    void get(Context request) {
        Reply.json(request, 200, jobs.get(request.pathParam("id")).view());
    }

    void order(Context request) throws IOException {
        Reply.json(request, 202, jobs.order(Query.json(request, JobOrder.class)));
    }

    void stop(Context request) throws IOException {
        Reply.json(request, 200, jobs.stop(request.pathParam("id")));
    }

    void delete(Context request) throws IOException {
        jobs.delete(request.pathParam("id"));
        request.status(204);
    }

    /**
     * Checks a request for events before the first event is sent; after it, the status code cannot change.
     *
     * @throws Refusal if it does not ask for events, there is no such job, or too many listen
     */
    void checkEvents(Context request) {
        if (!"text/event-stream".equals(request.header("Accept"))) {
            throw Refusal.badRequest("these are events: send 'Accept: text/event-stream'");
        }
        jobs.get(request.pathParam("id"));
        if (listening.size() >= limits.streams()) {
            throw Refusal.busy("--max-streams", limits.streams() + " pages listen already");
        }
    }

    /** Server-sent events: the job as it is, whenever it has changed, until it has ended. */
    void events(SseClient client) {
        Job job = jobs.get(client.ctx().pathParam("id"));
        client.keepAlive();
        listening.add(client);
        Consumer<Job.View> listener = view -> {
            client.sendEvent("job", Json.text(view));
            if (view.status().state().hasEnded()) {
                client.close();
            }
        };
        client.onClose(() -> {
            job.unlisten(listener);
            listening.remove(client);
        });
        job.listen(listener);
    }

    /** A file of a report that is done. */
    void file(Context request, String name, String type) throws IOException {
        Job job = jobs.get(request.pathParam("id"));
        Path file = job.folder().resolve(name);
        if (job.status().state() != JobStatus.State.done || !Files.exists(file)) {
            throw Refusal.notFound("report of job", job.id());
        }
        request.header("Content-Security-Policy", Guard.REPORT_POLICY);
        request.contentType(type).result(Files.newInputStream(file));
    }
}
