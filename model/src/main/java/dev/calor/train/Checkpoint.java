package dev.calor.train;

import dev.calor.io.SafeTensors;
import dev.calor.tensor.HostTensor;
import dev.calor.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Everything a run needs to resume as if it had never stopped: tensors, step, the losses so far, identity. */
final class Checkpoint {
    private static final String VERSION = "1";

    private final RunIdentity identity;
    private final Map<String, List<Tensor>> groups;

    /** {@code groups}: the tensors that make up the state, by role. */
    Checkpoint(RunIdentity identity, Map<String, List<Tensor>> groups) {
        this.identity = identity;
        this.groups = groups;
    }

    void write(Path file, long step, LossCurve curve) throws IOException {
        Map<String, HostTensor> tensors = new LinkedHashMap<>();
        groups.forEach((name, group) -> {
            for (int i = 0; i < group.size(); i++) {
                tensors.put(name + "." + i, HostTensor.of(group.get(i)));
            }
        });
        Map<String, String> metadata = new LinkedHashMap<>(identity.toMap());
        metadata.put("version", VERSION);
        metadata.put("step", Long.toString(step));
        metadata.put("losses", curve.toText());
        new SafeTensors(tensors, metadata).write(file);
    }

    /** Restores tensors and losses from a checkpoint and returns its step; 0 if there is no file yet. */
    long restore(Path file, LossCurve curve) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        SafeTensors saved = SafeTensors.read(file);
        if (!VERSION.equals(saved.metadata().get("version"))) {
            throw new IOException(
                    file + ": a checkpoint of version " + saved.metadata().get("version") + ", this is for version "
                            + VERSION + "; train anew, or use the Calor that wrote it");
        }
        RunIdentity other = RunIdentity.of(saved.metadata());
        if (!identity.continues(other)) {
            throw new IOException(file + ": a checkpoint of another run (" + other.specification() + ", seed "
                    + other.seed() + ", data " + other.data() + "); give another file, or the same settings");
        }
        for (Map.Entry<String, List<Tensor>> group : groups.entrySet()) {
            for (int i = 0; i < group.getValue().size(); i++) {
                String name = group.getKey() + "." + i;
                HostTensor tensor = saved.tensors().get(name);
                if (tensor == null) {
                    throw new IOException(file + ": tensor " + name + " is missing");
                }
                tensor.copyTo(group.getValue().get(i));
            }
        }
        curve.restore(saved.metadata().getOrDefault("losses", ""));
        return Long.parseLong(saved.metadata().getOrDefault("step", "0"));
    }
}
