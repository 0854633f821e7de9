package dev.calor.server;

import org.jspecify.annotations.Nullable;

/**
 * A model that was learned here, or uploaded.
 *
 * @param table the table that it was learned from; null for an uploaded model
 * @param sha256 the hash of its file, compared whenever it is read
 */
record StoredModel(String id, String name, @Nullable String table, String sha256, long bytes, String created) {}
