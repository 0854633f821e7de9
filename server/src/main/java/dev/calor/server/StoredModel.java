package dev.calor.server;

import org.jspecify.annotations.Nullable;

/**
 * A model that was learned here, or sent.
 *
 * @param table it was learned from; null for one that was sent
 * @param sha256 of its file, compared whenever it is read
 */
record StoredModel(String id, String name, @Nullable String table, String sha256, long bytes, String created) {}
