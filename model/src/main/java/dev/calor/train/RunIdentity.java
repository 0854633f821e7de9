package dev.calor.train;

import dev.calor.tensor.Engine;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What identifies a run: what is trained, on which data, with which seed; and by which software. Saved in every
 * checkpoint. It must not depend on the time or the machine, because a resumed run ends with the same bytes as an
 * uninterrupted one.
 */
record RunIdentity(String specification, long seed, String data, String software) {
    /** The identity of a run that starts now. */
    static RunIdentity of(String specification, long seed, DataSource data) {
        return new RunIdentity(
                specification, seed, data.fingerprint(), "Java " + Runtime.version() + "; " + Engine.describe());
    }

    /** Whether a run may resume from a checkpoint of another: the software may differ, the rest must be equal. */
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
