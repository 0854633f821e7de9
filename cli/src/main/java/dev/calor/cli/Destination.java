package dev.calor.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where a result will be written: refused before the work, not after it. */
final class Destination {
    private Destination() {}

    static void check(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder; give the name of a file in it");
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(file + ": there is no folder " + folder + "; make it first");
        }
        if (!Files.isWritable(folder)) {
            throw new AccessDeniedException(folder.toString());
        }
    }
}
