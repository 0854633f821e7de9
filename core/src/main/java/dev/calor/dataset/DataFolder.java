package dev.calor.dataset;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of the public data sets: the environment variable {@code CALOR_DATA}, or else {@code ../shared/data}. */
public final class DataFolder {
    private DataFolder() {}

    /** The path of a file in the folder, whether or not the file exists. */
    public static Path file(String name) {
        String given = System.getenv("CALOR_DATA");
        if (given != null) {
            return Path.of(given, name);
        }
        // Tests run in the folder of a module, commands in that of the repository.
        Path beside = Path.of("..", "shared", "data");
        return (Files.isDirectory(beside) ? beside : Path.of("..").resolve(beside)).resolve(name);
    }
}
