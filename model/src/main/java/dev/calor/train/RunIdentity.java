package dev.calor.train;

import dev.calor.tensor.Engine;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What makes two runs the same: what is trained, on what, with which seed; and by which software. Part of every checkpoint, which must
 * not depend on the time or the machine: a run that was stopped ends with the same bytes as one that was not.
 */
record RunIdentity(String specification, long seed, String data, String software) {
    /** Of a run that starts now. */
    static RunIdentity of(String specification, long seed, DataSource data) {
        return new RunIdentity(
                specification, seed, data.fingerprint(), "Java " + Runtime.version() + "; " + Engine.describe());
    }

    /** Whether a run may go on from a checkpoint of another: the software may differ, the rest may not. */
    boolean continues(RunIdentity other) {
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

    static RunIdentity of(Map<String, String> map) {
        return new RunIdentity(
                map.getOrDefault("specification", ""),
                Long.parseLong(map.getOrDefault("seed", "0")),
                map.getOrDefault("data", ""),
                map.getOrDefault("software", ""));
    }
}
