package dev.calor.table;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Removes what DuckDB's driver leaves behind. At every start the driver unpacks its library (60 MB) into the temporary
 * folder; it removes the file only when the JVM exits normally.
 */
final class DuckLibrary {
    private static final Pattern LIBRARY = Pattern.compile("libduckdb_java\\d+\\.so");
    private static final Pattern SPILL = Pattern.compile("calor-[0-9a-f-]{36}");

    /** The longest time between unpacking and loading; once loaded, a library no longer needs its file. */
    private static final Duration LOADING = Duration.ofMinutes(10);

    private static final Duration ABANDONED = Duration.ofDays(1);
    private static final Path MAPS = Path.of("/proc/self/maps");

    private DuckLibrary() {}

    /**
     * Removes libraries that killed programs left in a folder. Files that cannot be removed belong to other users and
     * stay.
     */
    static void sweep(Path folder) {
        Instant now = Instant.now();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                String name = String.valueOf(file.getFileName());
                boolean library = LIBRARY.matcher(name).matches();
                boolean spill = SPILL.matcher(name).matches();
                Duration kept = library ? LOADING : ABANDONED;
                if ((library || spill)
                        && Files.getLastModifiedTime(file).toInstant().isBefore(now.minus(kept))) {
                    remove(file);
                }
            }
        } catch (IOException busy) {
            // Another program sweeps too, or the folder cannot be read: nothing is lost but space.
        }
    }

    private static void remove(Path file) {
        try (Stream<Path> inside = Files.walk(file)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException notOurs) {
            // stays
        }
    }

    /** Removes the file of the library that this program has loaded, if the system reports which one it is. */
    static void forget() {
        if (!Files.isReadable(MAPS)) {
            return;
        }
        try {
            List<String> loaded = Files.readAllLines(MAPS).stream()
                    .filter(line -> line.contains("libduckdb_java") && line.indexOf('/') >= 0)
                    .map(line -> line.substring(line.indexOf('/')))
                    .distinct()
                    .toList();
            for (String path : loaded) {
                Path file = Path.of(path);
                if (LIBRARY.matcher(String.valueOf(file.getFileName())).matches()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException unknown) {
            // then it is removed when the JVM ends, or swept
        }
    }
}
