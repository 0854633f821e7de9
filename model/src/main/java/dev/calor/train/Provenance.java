package dev.calor.train;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.calor.tensor.Device;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where a model or a figure comes from. The same record goes into model files and into the result files of experiments.
 *
 * @param version of Calor
 * @param commit of its sources, see {@link Build#commit}
 * @param time it was made, to the second; null where it is not known
 * @param machine processor, cores, Java and operating system
 * @param device that computed: cpu, or the name of a GPU
 * @param data a hash of the data, or how it was generated
 */
public record Provenance(
        String version, String commit, @Nullable Instant time, String machine, String device, String data) {
    /** Stands for what was not recorded. */
    public static final String UNKNOWN = "unknown";

    /** Of something that this process makes now, on {@code device}, from {@code data}. */
    public static Provenance now(Device device, String data) {
        return new Provenance(
                Build.version(),
                Build.commit(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                Machine.describe(),
                device.describe(),
                data);
    }

    /** By name, in the order of the components; the time in ISO 8601. */
    @JsonValue
    public Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("version", version);
        map.put("commit", commit);
        map.put("time", time == null ? UNKNOWN : time.toString());
        map.put("machine", machine);
        map.put("device", device);
        map.put("data", data);
        return map;
    }

    /**
     * What {@link #toMap} wrote; what is missing is unknown.
     *
     * @throws java.time.format.DateTimeParseException where the time is not one
     */
    @JsonCreator
    public static Provenance of(Map<String, String> map) {
        String time = map.getOrDefault("time", UNKNOWN);
        return new Provenance(
                map.getOrDefault("version", UNKNOWN),
                map.getOrDefault("commit", UNKNOWN),
                time.equals(UNKNOWN) ? null : Instant.parse(time),
                map.getOrDefault("machine", UNKNOWN),
                map.getOrDefault("device", UNKNOWN),
                map.getOrDefault("data", UNKNOWN));
    }
}
