package dev.calor.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The folder that holds all state: {@code tables/ID}, {@code models/ID}, {@code jobs/ID}. A folder is made in {@code tmp} and moved to
 * its place when it is complete, and moved back to {@code tmp} before it is deleted; what a killed server leaves is thus in
 * {@code tmp}, or a half-written file whose name ends in {@code .part}, and both are removed at the next start.
 */
final class Home implements AutoCloseable {
    private static final int ID_LENGTH = 12;

    private final Path folder;
    private final FileChannel lockFile;

    private Home(Path folder, FileChannel lockFile) {
        this.folder = folder;
        this.lockFile = lockFile;
    }

    /**
     * Opens a folder, making it if need be.
     *
     * @throws IllegalArgumentException if another server uses it
     */
    static Home open(Path folder) throws IOException {
        Files.createDirectories(folder);
        Path real = folder.toRealPath();
        FileChannel lockFile =
                FileChannel.open(real.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!lock(lockFile)) {
            lockFile.close();
            throw new IllegalArgumentException(
                    folder + " is in use by another server: stop it, or give another --home");
        }
        Home home = new Home(real, lockFile);
        home.sweep();
        for (String kind : List.of("tables", "models", "jobs", "tmp")) {
            Files.createDirectories(real.resolve(kind));
        }
        return home;
    }

    private static boolean lock(FileChannel file) throws IOException {
        try {
            FileLock lock = file.tryLock();
            return lock != null;
        } catch (OverlappingFileLockException ours) {
            return false;
        }
    }

    private void sweep() throws IOException {
        remove(temporary());
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path part : all.filter(path -> path.getFileName().toString().matches("\\..*\\.part"))
                    .toList()) {
                Files.delete(part);
            }
        }
    }

    static String newId() {
        return UUID.randomUUID().toString().replace("-", "").substring(0, ID_LENGTH);
    }

    /** The folder of a table, model or job; {@code id} is from {@link #newId}. */
    Path place(String kind, String id) {
        return folder.resolve(kind).resolve(id);
    }

    /** The folders of one kind. */
    List<Path> places(String kind) throws IOException {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder.resolve(kind))) {
            all.forEach(found::add);
        }
        return found;
    }

    /** The folder for temporary files. */
    Path temporary() {
        return folder.resolve("tmp");
    }

    /** A new folder to work in. */
    Path scratch() throws IOException {
        return Files.createDirectory(temporary().resolve(newId()));
    }

    /** Moves a finished folder to its place, atomically. */
    void publish(Path scratch, Path place) throws IOException {
        Files.move(scratch, place, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Removes a folder; nobody ever sees half of it. */
    void discard(Path place) throws IOException {
        if (Files.exists(place)) {
            Path gone = temporary().resolve(newId());
            Files.move(place, gone, StandardCopyOption.ATOMIC_MOVE);
            remove(gone);
        }
    }

    /** Deletes a folder and all that is in it. */
    static void remove(Path place) throws IOException {
        if (!Files.exists(place)) {
            return;
        }
        try (Stream<Path> all = Files.walk(place)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        }
    }

    /** A text without the path of this folder, fit to be sent to a client. */
    String withoutPath(String text) {
        return text.replaceAll(Pattern.quote(folder.toString()) + "[^\\s:;,'\"!]*", "the file");
    }

    @Override
    public void close() throws IOException {
        lockFile.close();
    }
}
