package dev.calor.spark;

import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.spark.TaskContext;
import org.apache.spark.util.TaskCompletionListener;

/** A model in the memory of this process, shared by all tasks that use it. The last few stay loaded for the next tasks. */
final class LoadedModel implements AutoCloseable {
    private static final int KEPT = 2;
    private static final Map<String, LoadedModel> LOADED = new LinkedHashMap<>();

    private final TabularModel model;
    private int users;

    private LoadedModel(TabularModel model) {
        this.model = model;
    }

    /**
     * The model in these bytes of a {@code .calor} file; the caller closes it.
     *
     * @throws IOException if they are not a model, or one of a newer format
     */
    static LoadedModel of(byte[] bytes) throws IOException {
        return of(bytes, "the model");
    }

    /**
     * The same with a name.
     *
     * @param name of the model in error messages
     * @throws IOException if they are not a model, or one of a newer format
     */
    static LoadedModel of(byte[] bytes, String name) throws IOException {
        String key = hash(bytes);
        synchronized (LOADED) {
            LoadedModel found = LOADED.get(key);
            if (found == null) {
                found = new LoadedModel(read(bytes, name));
                LOADED.put(key, found);
            }
            found.users++;
            return found;
        }
    }

    /**
     * The model for the current task of Spark, which closes it when it ends.
     *
     * @throws IOException if they are not a model, or one of a newer format
     */
    static TabularModel inTask(byte[] bytes) throws IOException {
        TaskContext context = TaskContext.get();
        Engine.setThreads(Math.max(1, context.cpus()));
        LoadedModel loaded = of(bytes);
        TaskCompletionListener release = done -> loaded.close();
        context.addTaskCompletionListener(release);
        return loaded.model;
    }

    TabularModel model() {
        return model;
    }

    private static TabularModel read(byte[] bytes, String name) throws IOException {
        Path file = Files.createTempFile("calor-model", ".calor");
        try {
            Files.write(file, bytes);
            return TabularModel.load(file, Device.CPU);
        } catch (IOException refused) {
            throw new IOException(String.valueOf(refused.getMessage()).replace(file.toString(), name), refused);
        } finally {
            Files.delete(file);
        }
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException absent) {
            throw new IllegalStateException(absent);
        }
    }

    @Override
    public void close() {
        synchronized (LOADED) {
            users--;
            Iterator<LoadedModel> eldest = LOADED.values().iterator();
            while (LOADED.size() > KEPT && eldest.hasNext()) {
                LoadedModel candidate = eldest.next();
                if (candidate.users == 0) {
                    eldest.remove();
                    candidate.model.close();
                }
            }
        }
    }
}
