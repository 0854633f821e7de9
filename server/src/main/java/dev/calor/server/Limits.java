package dev.calor.server;

/**
 * The limits of a server. What exceeds a limit is refused by a message that names the option that sets it.
 *
 * @param upload bytes of a file that is sent
 * @param unpacked bytes of it once decompressed
 * @param rows of a table, and of a sample
 * @param columns of a table
 * @param tables kept at once
 * @param models kept at once
 * @param queue jobs that wait or run
 * @param waiting requests that wait for a processor
 * @param trainingSeconds of one fit, after which what is learned is kept
 * @param waitSeconds a request waits for a processor
 * @param streams of events that are open at once
 */
record Limits(
        long upload,
        long unpacked,
        int rows,
        int columns,
        int tables,
        int models,
        int queue,
        int waiting,
        double trainingSeconds,
        double waitSeconds,
        int streams) {
    /** Bytes of a request that is not a file. */
    static final int JSON = 1 << 20;

    static final Limits STANDARD = new Limits(1L << 30, 8L << 30, 5_000_000, 500, 200, 200, 20, 16, 6 * 3600, 20, 64);
}
