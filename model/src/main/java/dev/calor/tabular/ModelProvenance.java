package dev.calor.tabular;

import dev.calor.train.Build;
import dev.calor.train.Machine;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a model comes from. There is no time in it, so that the same rows, settings and seed give the same file, byte for byte.
 *
 * @param rows of the training table
 * @param steps of training that were done
 * @param loss the last one that was reported
 * @param data a hash of the encoded training rows
 * @param version of Calor
 * @param commit of its sources
 * @param machine processor, cores, Java and operating system
 */
public record ModelProvenance(
        long rows, long steps, double loss, String data, String version, String commit, String machine) {
    private static final String UNKNOWN = "unknown";

    /** The provenance of a model that this process has trained. */
    static ModelProvenance of(long rows, long steps, double loss, String data) {
        return new ModelProvenance(rows, steps, loss, data, Build.version(), Build.commit(), Machine.describe());
    }

    /** The components by name, in their order. */
    public Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("rows", Long.toString(rows));
        map.put("steps", Long.toString(steps));
        map.put("loss", Double.toString(loss));
        map.put("data", data);
        map.put("version", version);
        map.put("commit", commit);
        map.put("machine", machine);
        return map;
    }

    /**
     * What {@link #toMap} wrote. The first model files have no version, commit or machine.
     *
     * @throws IllegalArgumentException if rows, steps or loss are missing or are not numbers
     */
    static ModelProvenance of(Map<String, String> map) {
        return new ModelProvenance(
                Long.parseLong(map.getOrDefault("rows", "")),
                Long.parseLong(map.getOrDefault("steps", "")),
                Double.parseDouble(map.getOrDefault("loss", "")),
                map.getOrDefault("data", UNKNOWN),
                map.getOrDefault("version", UNKNOWN),
                map.getOrDefault("commit", UNKNOWN),
                map.getOrDefault("machine", map.getOrDefault("software", UNKNOWN)));
    }
}
