package dev.calor;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.calor.dataset.DataFolder;
import java.nio.file.Files;
import java.nio.file.Path;

/** The public data sets that some tests need. */
public final class PublicData {
    private PublicData() {}

    /**
     * Skips a test on a machine without the folder of public data. Where the folder is there, or CALOR_DATA names one, a missing file
     * is a failure: a build that has data must not lose its tests silently.
     */
    public static void require(String name) {
        require(DataFolder.file(name), System.getenv("CALOR_DATA") != null);
    }

    static void require(Path file, boolean promised) {
        boolean expected = promised || (file.getParent() != null && Files.isDirectory(file.getParent()));
        assumeTrue(expected, "the public data is not there: set CALOR_DATA to its folder");
        assertTrue(Files.exists(file), file + " is missing: add it to the folder of public data, or unset CALOR_DATA");
    }
}
