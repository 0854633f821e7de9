package dev.calor.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names of temporary files that say who writes them, so that those of killed programs can be removed: {@code
 * .people.csv.PID.HOST.UUID.part}. Process ids are compared only within the same boot of the same machine and container
 * (HOST); any other file counts as left behind only when it is old.
 */
final class PartName {
    /** Temporary files not written to for this long were left by killed programs. */
    private static final Duration STALE = Duration.ofHours(1);

    private static final String UNKNOWN = "00000000";
    private static final String HOST = host();

    private PartName() {}

    /** A new name for the temporary file of a file in the same folder. */
    static Path of(Path file) {
        return file.resolveSibling("." + file.getFileName() + "."
                + ProcessHandle.current().pid() + "." + HOST + "." + UUID.randomUUID() + ".part");
    }

    /** Whether a file is a temporary file for this name that no process writes any more. */
    static boolean isLeft(Path part, String name) throws IOException {
        Matcher matcher = Pattern.compile(
                        Pattern.quote("." + name + ".") + "(?:(\\d{1,18})\\.([0-9a-f]{8})\\.)?[0-9a-f-]{36}\\.part")
                .matcher(String.valueOf(part.getFileName()));
        if (!matcher.matches()) {
            return false;
        }
        boolean here = HOST.equals(matcher.group(2)) && !HOST.equals(UNKNOWN);
        boolean dead =
                here && ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty();
        return dead
                || Files.getLastModifiedTime(part)
                        .toInstant()
                        .isBefore(Instant.now().minus(STALE));
    }

    /** The boot of this machine and the process namespace; zeros if the system does not report them. */
    private static String host() {
        try {
            String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
            String processes =
                    Files.readSymbolicLink(Path.of("/proc/self/ns/pid")).toString();
            UUID both = UUID.nameUUIDFromBytes((boot + processes).getBytes(StandardCharsets.UTF_8));
            return both.toString().substring(0, 8);
        } catch (IOException | SecurityException | UnsupportedOperationException notLinux) {
            return UNKNOWN;
        }
    }
}
