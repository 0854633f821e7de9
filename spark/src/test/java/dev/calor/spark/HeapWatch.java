package dev.calor.spark;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Follows the memory of other Java processes: the heap after a full collection, and the memory of the process without mapped files. */
final class HeapWatch {
    private static final int INTERVAL_MILLIS = 3000;
    private static final int PARTS = 8;

    /**
     * The most of all processes at one time, in MB.
     *
     * @param heap live objects
     * @param process memory of the process, mapped files aside: heap, tensors, code
     */
    record Memory(double heap, double process) {
        Memory most(Memory other) {
            return new Memory(Math.max(heap, other.heap), Math.max(process, other.process));
        }
    }

    private final List<Memory> seen = new CopyOnWriteArrayList<>();

    HeapWatch(List<ProcessHandle> processes) {
        Thread thread = new Thread(() -> watch(processes), "heap-watch");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch(List<ProcessHandle> processes) {
        try {
            while (processes.stream().allMatch(ProcessHandle::isAlive)) {
                Memory most = new Memory(0, 0);
                for (ProcessHandle process : processes) {
                    most = most.most(memory(process.pid()));
                }
                seen.add(most);
                Thread.sleep(INTERVAL_MILLIS);
            }
        } catch (IOException | InterruptedException ended) {
            // the processes have gone
        }
    }

    private static Memory memory(long pid) throws IOException {
        double process = Files.readAllLines(Path.of("/proc/" + pid + "/status")).stream()
                .filter(line -> line.startsWith("RssAnon:"))
                .mapToDouble(line -> Double.parseDouble(line.replaceAll("\\D", "")))
                .sum();
        output("jcmd", Long.toString(pid), "GC.run");
        List<String> table = output("jstat", "-gc", Long.toString(pid));
        String[] names = table.get(0).strip().split("\\s+", -1);
        String[] values = table.get(1).strip().split("\\s+", -1);
        double heap = 0;
        for (int i = 0; i < names.length; i++) {
            if (List.of("S0U", "S1U", "EU", "OU").contains(names[i])) {
                heap += Double.parseDouble(values[i]);
            }
        }
        return new Memory(heap / 1024, process / 1024);
    }

    private static List<String> output(String... command) throws IOException {
        Process process = new ProcessBuilder(command).start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return text.lines().toList();
    }

    /** The largest in each part of the time so far. */
    List<Memory> parts() {
        int n = seen.size();
        List<Memory> parts = new ArrayList<>();
        for (int part = 0; part < PARTS; part++) {
            seen.subList(n * part / PARTS, n * (part + 1) / PARTS).stream()
                    .reduce(Memory::most)
                    .ifPresent(parts::add);
        }
        return parts;
    }

    /** Numbers of the parts, one after the other. */
    static String text(List<Memory> parts, ToDoubleFunction<Memory> number) {
        return parts.stream()
                .map(part -> Long.toString(Math.round(number.applyAsDouble(part))))
                .collect(Collectors.joining(", "));
    }
}
