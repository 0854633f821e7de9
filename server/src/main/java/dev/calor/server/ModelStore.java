package dev.calor.server;

import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The models of a server: ordinary {@code .calor} files. */
final class ModelStore {
    private static final String KIND = "models";
    private static final String ABOUT = "about.json";
    private static final String FILE = "model.calor";

    private final Home home;
    private final Limits limits;
    private final Map<String, StoredModel> models = new ConcurrentHashMap<>();

    ModelStore(Home home, Limits limits) throws IOException {
        this.home = home;
        this.limits = limits;
        for (Path place : home.places(KIND)) {
            StoredModel model = Json.read(place.resolve(ABOUT), StoredModel.class);
            models.put(model.id(), model);
        }
    }

    List<StoredModel> list() {
        return models.values().stream()
                .sorted(Comparator.comparing(StoredModel::created).reversed())
                .toList();
    }

    boolean has(String id) {
        return models.containsKey(id);
    }

    /** @throws Refusal if there is no such model */
    StoredModel get(String id) {
        StoredModel model = models.get(id);
        if (model == null) {
            throw Refusal.notFound("model", id);
        }
        return model;
    }

    Path file(StoredModel model) {
        return home.place(KIND, model.id()).resolve(FILE);
    }

    /** Refuses another model if there are as many as allowed. */
    void checkRoom() {
        if (models.size() >= limits.models()) {
            throw Refusal.tooMuch("--max-models", "there are " + models.size() + " models; delete one first");
        }
    }

    /** Keeps a model that was learned here. */
    StoredModel add(String id, String name, String table, TabularModel model) throws IOException {
        Path scratch = home.scratch();
        try {
            model.save(scratch.resolve(FILE));
            return keep(scratch, id, name, table);
        } finally {
            Home.remove(scratch);
        }
    }

    /**
     * Receives a model, which is read as untrusted.
     *
     * @throws Refusal if it is too large, or not a model
     */
    StoredModel add(InputStream body, @Nullable String name) throws IOException {
        checkRoom();
        Path scratch = home.scratch();
        try {
            Path file = scratch.resolve(FILE);
            Upload.receive(body, file, limits.upload());
            UntrustedModel.check(file, limits);
            TabularModel.load(file, Device.CPU).close();
            String readable = Upload.readable(name == null ? "" : name);
            return keep(scratch, Home.newId(), readable.isEmpty() ? "model.calor" : readable, null);
        } catch (IOException damaged) {
            throw Refusal.unusable(home.withoutPath(String.valueOf(damaged.getMessage())));
        } finally {
            Home.remove(scratch);
        }
    }

    private StoredModel keep(Path scratch, String id, String name, @Nullable String table) throws IOException {
        Path file = scratch.resolve(FILE);
        StoredModel model = new StoredModel(
                id, name, table, sha256(file), Files.size(file), Instant.now().toString());
        Json.write(scratch.resolve(ABOUT), model);
        home.publish(scratch, home.place(KIND, id));
        models.put(id, model);
        return model;
    }

    /** Reads a model, if its file has not changed since it was stored. */
    TabularModel load(StoredModel model) throws IOException {
        Path file = file(model);
        if (!sha256(file).equals(model.sha256())) {
            throw new IOException(
                    "the file of model '" + model.id() + "' is not what was kept; restore it, or delete it");
        }
        return TabularModel.load(file, Device.CPU);
    }

    void delete(String id) throws IOException {
        StoredModel model = get(id);
        models.remove(id);
        home.discard(home.place(KIND, model.id()));
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] buffer = new byte[1 << 16];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                digest.update(buffer, 0, count);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
