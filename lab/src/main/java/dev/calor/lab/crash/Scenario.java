package dev.calor.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A command that is killed, and the only file it may leave: the one it writes when it is not killed. The same seed
 * gives the same bytes, so that a file is whole if it has them.
 *
 * @param name of the scenario
 * @param arguments of the command line
 * @param output the file that it writes
 * @param hash of the file if the command is not killed; of {@code "old"} before
 * @param seconds of CPU time that the command takes
 */
record Scenario(String name, List<String> arguments, Path output, String hash, double seconds) {
    static final String OLD = "old";

    /** The state of the output of a killed command. */
    enum Outcome {
        /** The file that was there before is unchanged. */
        OLD,
        /** The new file is there, whole. */
        NEW,
        /** Neither: a torn or lost file. */
        TORN
    }

    /** Looks at the output. */
    Outcome outcome() throws IOException {
        String now = Files.exists(output) ? hash(output) : "";
        return now.equals(hash)
                ? Outcome.NEW
                : now.equals(sha256(OLD.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                        ? Outcome.OLD
                        : Outcome.TORN;
    }

    static String hash(Path file) throws IOException {
        return sha256(Files.readAllBytes(file));
    }

    private static String sha256(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java has SHA-256", impossible);
        }
    }
}
