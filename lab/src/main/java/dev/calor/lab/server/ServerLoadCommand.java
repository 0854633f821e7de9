package dev.calor.lab.server;

import dev.calor.cli.CalorCommand;
import dev.calor.train.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Many clients that sample during a fit, on loopback only and for a bounded time. Each calls again as soon as it is
 * answered, or after the second that a 503 asks it to wait.
 */
@Command(
        name = "load",
        description = "Many clients that sample during a fit.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class ServerLoadCommand implements CalorCommand {
    private static final double NANOS = 1e9;
    private static final int PROBES = 20;
    private static final int ALONE_SECONDS = 20;
    private static final int MEMORY_EVERY = 2;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(names = "--clients", defaultValue = "50", description = "How many (default: ${DEFAULT-VALUE}).")
    private int clients;

    @Option(names = "--seconds", defaultValue = "300", description = "For how long (default: ${DEFAULT-VALUE}).")
    private int seconds;

    @Option(names = "--rows", defaultValue = "100", description = "Rows of each call (default: ${DEFAULT-VALUE}).")
    private int rows;

    private final Map<Integer, LongAdder> statuses = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Double> latencies = new ConcurrentLinkedQueue<>();
    private final List<Double> megabytes = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path home = Files.createTempDirectory("calor-load");
        try (ServerChild server = new ServerChild(home)) {
            String table =
                    server.json("POST", "/api/tables/example", "").get("id").asText();
            String model = server.fit(table, 30);
            server.await(model);
            String fit = server.fit(table, seconds + 120.0);
            while (server.status(fit).get("step").asLong() == 0) {
                ServerChild.sleep(200);
            }
            double alone = stepsPerSecond(server, fit, () -> ServerChild.sleep(1000 * ALONE_SECONDS));
            double[] probes = probes(server, model);
            double beside = stepsPerSecond(server, fit, () -> load(server, model));
            report(out, probes, alone, beside);
        }
        return 0;
    }

    private interface Meanwhile {
        void run() throws IOException;
    }

    /** The speed of a fit during some other work. */
    private static double stepsPerSecond(ServerChild server, String fit, Meanwhile meanwhile) throws IOException {
        long before = server.status(fit).get("step").asLong();
        long began = System.nanoTime();
        meanwhile.run();
        long after = server.status(fit).get("step").asLong();
        return (after - before) * NANOS / (System.nanoTime() - began);
    }

    /** Requests for 10 rows, one after the other, during the fit, without other clients. */
    private static double[] probes(ServerChild server, String model) throws IOException {
        double[] took = new double[PROBES];
        for (int i = 0; i < PROBES; i++) {
            long began = System.nanoTime();
            sample(server, model, 10, i);
            took[i] = (System.nanoTime() - began) / NANOS;
        }
        Arrays.sort(took);
        return took;
    }

    private static int sample(ServerChild server, String model, int count, long seed) throws IOException {
        String order = "{\"rows\":" + count + ",\"seed\":" + seed + "}";
        HttpResponse<byte[]> answer =
                server.send("POST", "/api/models/" + model + "/sample", order.getBytes(StandardCharsets.UTF_8));
        if (answer.statusCode() == 200) {
            long lines =
                    new String(answer.body(), StandardCharsets.UTF_8).lines().count();
            if (lines != count + 1) {
                throw new IOException("a sample of " + count + " rows has " + lines + " lines");
            }
        }
        return answer.statusCode();
    }

    private void load(ServerChild server, String model) throws IOException {
        long end = System.nanoTime() + (long) (seconds * NANOS);
        List<Thread> threads = new ArrayList<>();
        for (int client = 0; client < clients; client++) {
            long first = client * 1_000_000L;
            Thread thread = new Thread(() -> ask(server, model, first, end), "client-" + client);
            thread.start();
            threads.add(thread);
        }
        while (System.nanoTime() < end) {
            ServerChild.sleep(1000 * MEMORY_EVERY);
            megabytes.add(server.megabytes());
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException ended) {
                throw new IOException("interrupted", ended);
            }
        }
    }

    private void ask(ServerChild server, String model, long firstSeed, long end) {
        for (long seed = firstSeed; System.nanoTime() < end; seed++) {
            long began = System.nanoTime();
            int status;
            try {
                status = sample(server, model, rows, seed);
                if (status == 503) {
                    ServerChild.sleep(1000);
                }
            } catch (IOException failed) {
                status = 0;
            }
            if (status == 200) {
                latencies.add((System.nanoTime() - began) / NANOS);
            }
            statuses.computeIfAbsent(status, key -> new LongAdder()).increment();
        }
    }

    private void report(PrintWriter out, double[] probes, double alone, double beside) {
        double[] sorted =
                latencies.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        int tenth = Math.max(1, megabytes.size() / 10);
        int half = megabytes.size() / 2;
        out.println("| what | figure |");
        out.println("|---|---|");
        line(out, "10 rows during a fit, " + PROBES + " calls in turn: median", "%.2f s", probes[PROBES / 2]);
        line(out, "the slowest of them", "%.2f s", probes[PROBES - 1]);
        line(out, clients + " clients, " + rows + " rows per call, during a fit", "%.0f s", seconds);
        line(out, "p50 of the calls that were answered with rows", "%.2f s", quantile(sorted, 0.5));
        line(out, "p95", "%.2f s", quantile(sorted, 0.95));
        line(out, "p99", "%.2f s", quantile(sorted, 0.99));
        line(out, "rows per second, all clients", "%.0f", sorted.length * (double) rows / seconds);
        out.println("| answers by status (0: no answer) | " + new TreeMap<>(statuses) + " |");
        line(out, "steps per second of the fit, alone", "%.1f", alone);
        line(out, "steps per second of the fit, during the load", "%.1f", beside);
        line(
                out,
                "memory at half, median of a tenth of the time",
                "%.0f MB",
                median(megabytes.subList(half, half + tenth)));
        line(
                out,
                "memory at the end, median of a tenth of the time",
                "%.0f MB",
                median(megabytes.subList(megabytes.size() - tenth, megabytes.size())));
        out.println();
        out.println("Memory every " + MEMORY_EVERY + " s, in MB: "
                + megabytes.stream().map(Math::round).map(String::valueOf).collect(Collectors.joining(" ")));
        out.println(Machine.describe());
        out.flush();
    }

    private static void line(PrintWriter out, String what, String format, double value) {
        out.println("| " + what + " | " + String.format(Locale.ROOT, format, value) + " |");
    }

    private static double quantile(double[] sorted, double share) {
        return sorted.length == 0 ? Double.NaN : sorted[(int) Math.min(sorted.length - 1, share * sorted.length)];
    }

    private static double median(List<Double> values) {
        return quantile(
                values.stream().mapToDouble(Double::doubleValue).sorted().toArray(), 0.5);
    }
}
