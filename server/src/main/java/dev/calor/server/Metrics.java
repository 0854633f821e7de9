package dev.calor.server;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.DoubleSupplier;

/** Counts for Prometheus, in its text format. */
final class Metrics {
    private static final double[] BOUNDS = {0.01, 0.1, 0.5, 1, 2, 5, 10, 30, 60};

    private final Map<String, LongAdder> requests = new ConcurrentSkipListMap<>();
    private final LongAdder[] buckets = new LongAdder[BOUNDS.length + 1];
    private final LongAdder nanos = new LongAdder();
    private final Map<String, DoubleSupplier> gauges = new TreeMap<>();

    Metrics() {
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = new LongAdder();
        }
        gauge("calor_memory_used_bytes", Metrics::used);
    }

    private static double used() {
        return (double) Runtime.getRuntime().totalMemory()
                - Runtime.getRuntime().freeMemory();
    }

    /** Adds a number that is read whenever metrics are requested; its name may end in labels. */
    void gauge(String name, DoubleSupplier value) {
        gauges.put(name, value);
    }

    /** Counts a request; {@code route} is one of ours, never what a client wrote. */
    void count(String method, String route, int status, long tookNanos) {
        String name =
                "calor_requests_total{method=\"" + method + "\",route=\"" + route + "\",status=\"" + status + "\"}";
        requests.computeIfAbsent(name, key -> new LongAdder()).increment();
        nanos.add(tookNanos);
        int bucket = 0;
        while (bucket < BOUNDS.length && tookNanos / 1e9 > BOUNDS[bucket]) {
            bucket++;
        }
        buckets[bucket].increment();
    }

    String text() {
        StringBuilder out = new StringBuilder("# TYPE calor_requests_total counter\n");
        requests.forEach((name, count) ->
                out.append(name).append(' ').append(count.sum()).append('\n'));
        out.append("# TYPE calor_request_seconds histogram\n");
        long total = 0;
        for (int i = 0; i < buckets.length; i++) {
            total += buckets[i].sum();
            String bound = i < BOUNDS.length ? Double.toString(BOUNDS[i]) : "+Inf";
            out.append("calor_request_seconds_bucket{le=\"")
                    .append(bound)
                    .append("\"} ")
                    .append(total)
                    .append('\n');
        }
        out.append(String.format(Locale.ROOT, "calor_request_seconds_sum %.6f%n", nanos.sum() / 1e9));
        out.append("calor_request_seconds_count ").append(total).append('\n');
        String last = "";
        for (Map.Entry<String, DoubleSupplier> gauge : gauges.entrySet()) {
            String family = gauge.getKey().replaceFirst("\\{.*", "");
            if (!family.equals(last)) {
                out.append("# TYPE ").append(family).append(" gauge\n");
                last = family;
            }
            out.append(gauge.getKey())
                    .append(' ')
                    .append(gauge.getValue().getAsDouble())
                    .append('\n');
        }
        return out.toString();
    }
}
