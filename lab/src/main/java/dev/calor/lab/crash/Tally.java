package dev.calor.lab.crash;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.calor.file.WholeFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The trials and failures so far, kept in a file, so that a campaign can be stopped and continued. */
@JsonAutoDetect(fieldVisibility = JsonAutoDetect.Visibility.ANY)
final class Tally {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, Map<String, Integer>> counts = new TreeMap<>();
    private final List<String> failures = new ArrayList<>();

    static Tally read(Path file) throws IOException {
        return Files.exists(file) ? JSON.readValue(file.toFile(), Tally.class) : new Tally();
    }

    void write(Path file) throws IOException {
        byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(this);
        WholeFile.write(file, stream -> stream.write(bytes));
    }

    void count(String scenario, String outcome) {
        counts.computeIfAbsent(scenario, name -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    }

    void fail(String failure) {
        failures.add(failure);
    }

    boolean failed() {
        return !failures.isEmpty();
    }

    /** How often a scenario was tried. */
    int tried(String scenario) {
        return counts.getOrDefault(scenario, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** All that was tried. */
    int tried() {
        return counts.keySet().stream().mapToInt(this::tried).sum();
    }

    /** A line per scenario, and one per failure. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        counts.forEach((name, outcomes) -> lines.add(name + ": " + tried(name) + " tried, " + outcomes));
        lines.add(tried() + " tried, " + failures.size() + " failed");
        lines.addAll(failures);
        return lines;
    }
}
