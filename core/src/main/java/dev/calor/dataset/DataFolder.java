package dev.calor.dataset;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder that holds the public data sets: {@code CALOR_DATA}, or else {@code ../shared/data}. */
public final class DataFolder {
    private DataFolder() {}

    /** A file of the folder, whether or not it is there. */
    public static Path file(String name) {
        String given = System.getenv("CALOR_DATA");
        if (given != null) {
            return Path.of(given, name);
        }
        // Tests run in a module's folder, commands in the repository's.
        Path beside = Path.of("..", "shared", "data");
        return (Files.isDirectory(beside) ? beside : Path.of("..").resolve(beside)).resolve(name);
    }
}
