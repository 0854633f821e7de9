package dev.calor.train;

import dev.calor.tensor.Engine;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The origin of weights, saved in every checkpoint.
 *
 * @param specification what was trained, in words
 * @param seed the seed of all randomness
 * @param data the fingerprint of the data
 * @param software the version of Calor and of the engine
 */
public record Provenance(String specification, long seed, String data, String software) {
    /** The provenance of a run that starts now. */
    static Provenance of(String specification, long seed, DataSource data) {
        return new Provenance(
                specification, seed, data.fingerprint(), "Java " + Runtime.version() + "; " + Engine.describe());
    }

    /** Whether a run may resume from a checkpoint of another: the software may differ, the rest must be equal. */
    boolean continues(Provenance other) {
        return specification.equals(other.specification) && seed == other.seed && data.equals(other.data);
    }

    Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("specification", specification);
        map.put("seed", Long.toString(seed));
        map.put("data", data);
        map.put("software", software);
        return map;
    }

    static Provenance of(Map<String, String> map) {
        return new Provenance(
                map.getOrDefault("specification", ""),
                Long.parseLong(map.getOrDefault("seed", "0")),
                map.getOrDefault("data", ""),
                map.getOrDefault("software", ""));
    }
}
