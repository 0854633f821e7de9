package dev.calor.server;

import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/** The models in memory: the few most recently used ones stay, and those in use are never closed. */
final class LoadedModels implements AutoCloseable {
    private static final int KEPT = 4;

    private final ModelStore store;
    private final Map<String, Entry> entries = new HashMap<>();
    private long uses;

    LoadedModels(ModelStore store) {
        this.store = store;
    }

    private static final class Entry {
        final TabularModel model;
        int leases;
        long lastUse;

        Entry(TabularModel model) {
            this.model = model;
        }
    }

    /** A model in use; closing it gives it back. */
    final class Lease implements AutoCloseable {
        private final Entry entry;

        private Lease(Entry entry) {
            this.entry = entry;
        }

        TabularModel model() {
            return entry.model;
        }

        @Override
        public void close() {
            synchronized (LoadedModels.this) {
                entry.leases--;
                trim();
            }
        }
    }

    /** Lends a model, loading it if need be. */
    synchronized Lease lease(String id) throws IOException {
        StoredModel stored = store.get(id);
        Entry entry = entries.get(id);
        if (entry == null) {
            entry = new Entry(store.load(stored));
            entries.put(id, entry);
        }
        entry.leases++;
        entry.lastUse = ++uses;
        trim();
        return new Lease(entry);
    }

    private void trim() {
        while (entries.size() > KEPT) {
            Map.Entry<String, Entry> oldest = entries.entrySet().stream()
                    .filter(one -> one.getValue().leases == 0)
                    .min(Comparator.comparingLong(one -> one.getValue().lastUse))
                    .orElse(null);
            if (oldest == null) {
                return;
            }
            entries.remove(oldest.getKey()).model.close();
        }
    }

    @Override
    public synchronized void close() {
        entries.values().stream().filter(entry -> entry.leases == 0).forEach(entry -> entry.model.close());
        entries.clear();
    }
}
