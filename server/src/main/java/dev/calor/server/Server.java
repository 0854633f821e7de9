package dev.calor.server;

import dev.calor.tensor.Engine;
import io.javalin.Javalin;
import io.javalin.http.Context;
import io.javalin.http.Handler;
import io.javalin.http.HandlerType;
import io.javalin.http.sse.SseHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The server: its state, its routes, its start and its end. */
final class Server implements AutoCloseable {
    private static final int THREADS = 96;
    private static final int CONNECTIONS = 512;
    private static final String STARTED = "calor.started";

    private final Home home;
    private final Jobs jobs;
    private final LoadedModels loaded;
    private final Javalin web;
    private final Guard guard;
    private final Metrics metrics = new Metrics();
    private final AtomicBoolean warm = new AtomicBoolean();
    private final Consumer<String> log;
    private final Instant began = Instant.now();
    private final List<String> routes = new ArrayList<>();
    private final Map<String, String> about;

    /**
     * Opens the state and makes the routes; does not listen yet.
     *
     * @param log receives defects, line by line
     * @throws IllegalArgumentException if another server uses the folder
     */
    Server(Path folder, Limits limits, Guard guard, String version, Consumer<String> log) throws IOException {
        this.guard = guard;
        this.log = log;
        this.about = Map.of("status", "ok", "version", version);
        home = Home.open(folder);
        Workers workers = new Workers(limits, Runtime.getRuntime().availableProcessors());
        TableStore tables = new TableStore(home, limits);
        ModelStore models = new ModelStore(home, limits);
        loaded = new LoadedModels(models);
        jobs = new Jobs(home, limits, tables, models, loaded, workers);
        web = Javalin.create(config -> {
            config.showJavalinBanner = false;
            config.startupWatcherEnabled = false;
            config.jetty.threadPool = new QueuedThreadPool(THREADS, 8);
            config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
            config.jetty.modifyServer(jetty -> jetty.addBean(new ConnectionLimit(CONNECTIONS, jetty)));
            config.http.disableCompression();
        });
        before();
        pages();
        tableRoutes(new TableCalls(tables, jobs, workers, limits));
        JobCalls jobCalls = new JobCalls(jobs, limits);
        jobRoutes(jobCalls);
        modelRoutes(new ModelCalls(models, loaded, limits), new UseCalls(home, limits, loaded, workers));
        errors();
        gauges(workers, tables, models);
        metrics.gauge("calor_listening_pages", jobCalls::listening);
    }

    private void before() {
        web.before(request -> {
            request.attribute(STARTED, System.nanoTime());
            guard.check(request);
            if (request.path().startsWith("/api/") && !warm.getAndSet(true)) {
                Thread loading =
                        new Thread(Engine::threads, "calor-engine"); // takes seconds; no request should wait for it
                loading.setDaemon(true);
                loading.start();
            }
        });
        web.after(this::count);
        web.options("/*", request -> request.status(204));
    }

    private void count(Context request) {
        Long started = request.attribute(STARTED);
        String route = routes.contains(request.method() + " " + request.endpointHandlerPath())
                ? request.endpointHandlerPath()
                : "other";
        metrics.count(
                request.method().name(),
                route,
                request.statusCode(),
                started == null ? 0 : System.nanoTime() - started);
    }

    private void pages() {
        PageCalls page = new PageCalls();
        PageCalls.FILES.keySet().forEach(path -> route(HandlerType.GET, path, request -> page.send(request, path)));
        route(HandlerType.GET, "/health", this::health);
        route(HandlerType.GET, "/metrics", request -> request.contentType("text/plain; version=0.0.4; charset=utf-8")
                .result(metrics.text()));
        route(HandlerType.POST, "/api/session", this::session);
    }

    private void health(Context request) {
        Map<String, Object> health = new LinkedHashMap<>(about);
        health.put("seconds", Duration.between(began, Instant.now()).toSeconds());
        Reply.json(request, 200, health);
    }

    /** The token a page was given. */
    record Login(String token) {
        Login {
            if (token == null) {
                throw Refusal.badRequest("'token' is needed");
            }
        }
    }

    private void session(Context request) throws IOException {
        String session = guard.session(Query.json(request, Login.class).token());
        // Not by the servlet's cookie, which has no SameSite.
        String secure = "https".equals(request.header("X-Forwarded-Proto")) ? "; Secure" : "";
        request.header("Set-Cookie", Guard.COOKIE + "=" + session + "; Path=/; HttpOnly; SameSite=Strict" + secure);
        request.status(204);
    }

    private void tableRoutes(TableCalls calls) {
        route(HandlerType.GET, "/api/tables", calls::list);
        route(HandlerType.POST, "/api/tables", calls::add);
        route(HandlerType.POST, "/api/tables/example", calls::addExample);
        route(HandlerType.GET, "/api/tables/{id}", calls::get);
        route(HandlerType.DELETE, "/api/tables/{id}", calls::delete);
        route(HandlerType.GET, "/api/tables/{id}/columns", calls::columns);
        route(HandlerType.PUT, "/api/tables/{id}/schema", calls::setSchema);
        route(HandlerType.PATCH, "/api/tables/{id}/schema", calls::changeSchema);
        route(HandlerType.GET, "/api/tables/{id}/costs", calls::costs);
    }

    private void jobRoutes(JobCalls calls) {
        route(HandlerType.GET, "/api/jobs", calls::list);
        route(HandlerType.POST, "/api/jobs", calls::order);
        route(HandlerType.GET, "/api/jobs/{id}", calls::get);
        route(HandlerType.DELETE, "/api/jobs/{id}", calls::delete);
        route(HandlerType.POST, "/api/jobs/{id}/stop", calls::stop);
        Handler events = new SseHandler(calls::events);
        route(HandlerType.GET, "/api/jobs/{id}/events", request -> {
            calls.checkEvents(request);
            events.handle(request);
        });
        ReportWork.FILES.forEach((name, type) ->
                route(HandlerType.GET, "/api/jobs/{id}/" + name, request -> calls.file(request, name, type)));
    }

    private void modelRoutes(ModelCalls calls, UseCalls uses) {
        route(HandlerType.GET, "/api/models", calls::list);
        route(HandlerType.POST, "/api/models", calls::add);
        route(HandlerType.GET, "/api/models/{id}", calls::get);
        route(HandlerType.DELETE, "/api/models/{id}", calls::delete);
        route(HandlerType.GET, "/api/models/{id}/file", calls::file);
        route(HandlerType.POST, "/api/models/{id}/sample", uses::sample);
        route(HandlerType.POST, "/api/models/{id}/impute", uses::impute);
        route(HandlerType.POST, "/api/models/{id}/score", uses::score);
        route(HandlerType.POST, "/api/models/{id}/classify", uses::classify);
        route(HandlerType.POST, "/api/models/{id}/what-if", uses::whatIf);
    }

    private void route(HandlerType method, String path, Handler handler) {
        routes.add(method + " " + path);
        web.addHttpHandler(method, path, handler);
    }

    /** Every route as METHOD path. */
    List<String> routes() {
        return List.copyOf(routes);
    }

    private void errors() {
        web.exception(Refusal.class, (refusal, request) -> Reply.refusal(request, refusal));
        web.exception(
                IllegalArgumentException.class,
                (wrong, request) ->
                        Reply.refusal(request, Refusal.unusable(home.withoutPath(String.valueOf(wrong.getMessage())))));
        web.exception(Exception.class, (defect, request) -> {
            log.accept(request.method() + " " + request.path() + ": " + defect);
            Map<String, String> body = new LinkedHashMap<>();
            body.put("error", "defect");
            body.put("message", "the server failed; its log says more");
            Reply.json(request, 500, body);
        });
        web.error(404, request -> {
            if (request.result() == null || !String.valueOf(request.result()).startsWith("{")) {
                Reply.refusal(request, Refusal.notFound("page", Upload.readable(request.path())));
            }
        });
    }

    private void gauges(Workers workers, TableStore tables, ModelStore models) {
        for (JobStatus.State state : JobStatus.State.values()) {
            metrics.gauge("calor_jobs{state=\"" + state + "\"}", () -> (double) jobs.count(state));
        }
        metrics.gauge("calor_tables", () -> (double) tables.list().size());
        metrics.gauge("calor_models", () -> (double) models.list().size());
        metrics.gauge("calor_requests_computing", workers::computing);
        metrics.gauge("calor_requests_waiting", workers::waiting);
    }

    /** Where temporary files go, which the next start removes. */
    Path temporary() {
        return home.temporary();
    }

    /** Starts listening, then resumes the jobs that an earlier server left; returns the port. */
    int start(String host, int port) throws IOException {
        web.start(host, port);
        jobs.resume();
        return web.port();
    }

    /** Stops answering, lets fits write their checkpoints, and closes the state. */
    @Override
    public void close() throws IOException {
        web.stop();
        jobs.close();
        loaded.close();
        home.close();
    }
}
