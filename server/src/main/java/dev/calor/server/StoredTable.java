package dev.calor.server;

/**
 * An uploaded table.
 *
 * @param name as the client calls it
 * @param file its name in its folder, which is ours
 * @param created when it was received, in ISO 8601
 */
record StoredTable(String id, String name, String file, long bytes, int rows, int columns, String created) {}
