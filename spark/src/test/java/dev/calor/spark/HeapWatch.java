package dev.calor.spark;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** Follows the heap of other Java processes by {@code jstat}: what the old generation and the survivors hold. */
final class HeapWatch {
    private static final int INTERVAL_MILLIS = 3000;

    private final List<Double> megabytes = new CopyOnWriteArrayList<>();

    HeapWatch(List<ProcessHandle> processes) {
        Thread thread = new Thread(() -> watch(processes), "heap-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch(List<ProcessHandle> processes) {
        try {
            while (processes.stream().allMatch(ProcessHandle::isAlive)) {
                double most = 0;
                for (ProcessHandle process : processes) {
                    most = Math.max(most, used(process.pid()));
                }
                megabytes.add(most);
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (IOException | InterruptedException ended) {
            // the processes have gone
        }
    }

    /** Old generation and survivors in MB; the young generation is garbage for the most part. */
    private static double used(long pid) throws IOException {
        Process jstat = new ProcessBuilder("jstat", "-gc", Long.toString(pid)).start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(jstat.getInputStream(), StandardCharsets.UTF_8))) {
            String[] names = String.valueOf(lines.readLine()).trim().split("\\s+", -1);
            String[] values = String.valueOf(lines.readLine()).trim().split("\\s+", -1);
            double kilobytes = 0;
            for (int i = 0; i < Math.min(names.length, values.length); i++) {
                if (List.of("S0U", "S1U", "OU").contains(names[i])) {
                    kilobytes += Double.parseDouble(values[i]);
                }
            }
            return kilobytes / 1024;
        }
    }

    /** The largest in each quarter of the time. */
    String summary() {
        StringBuilder text = new StringBuilder("largest in each quarter of the run:");
        int n = megabytes.size();
        for (int quarter = 0; quarter < 4; quarter++) {
            double most = megabytes.subList(n * quarter / 4, n * (quarter + 1) / 4).stream()
                    .mapToDouble(Double::doubleValue)
                    .max()
                    .orElse(Double.NaN);
            text.append(String.format(Locale.ROOT, " %.0f", most));
        }
        return text.toString();
    }
}
