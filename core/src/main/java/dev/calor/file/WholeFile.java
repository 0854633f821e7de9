package dev.calor.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes files atomically: to a temporary file in the same folder, forced to disk, then renamed, and the folder forced to disk. A symbolic link stays
 * a link: the file it points to is replaced. A file that is replaced keeps its permissions. A special file (a pipe, a
 * device) is written directly.
 */
public final class WholeFile {
    private static final int BUFFER = 1 << 16;
    private static final int MOST_LINKS = 40;

    private WholeFile() {}

    /** Writes the content of a file to a stream. */
    @FunctionalInterface
    public interface Content {
        /**
         * Writes to a stream, which the caller closes.
         *
         * @throws IOException if the stream cannot be written to
         */
        void write(OutputStream stream) throws IOException;
    }

    /** Writes a file that does not exist yet. */
    @FunctionalInterface
    public interface Making {
        /**
         * Writes the file with this name.
         *
         * @throws IOException if it cannot be written
         */
        void make(Path file) throws IOException;
    }

    /**
     * Writes a file through a stream.
     *
     * @throws IOException if it cannot be written; then an existing file is unchanged
     */
    public static void write(Path file, Content content) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
            try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(file), BUFFER)) {
                content.write(stream);
            }
            return;
        }
        make(file, part -> {
            try (OutputStream stream = new BufferedOutputStream(Files.newOutputStream(part), BUFFER)) {
                content.write(stream);
            }
        });
    }

    /**
     * Writes a file through a method that is given the name of a temporary file.
     *
     * @throws IOException if it cannot be written; then an existing file is unchanged
     */
    public static void make(Path file, Making making) throws IOException {
        Path place = followed(file);
        Path folder = place.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(place)) {
            throw new IOException(file + " is not the name of a file; name one");
        }
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(file + ": there is no folder " + folder + "; make it first");
        }
        if (!Files.isWritable(folder)) {
            throw new AccessDeniedException(folder.toString());
        }
        sweep(folder, String.valueOf(place.getFileName()));
        Path part = PartName.of(place); // not Files.createTempFile: only the owner could read the result
        try {
            making.make(part);
            try (FileChannel channel = FileChannel.open(part, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
            keepPermissions(place, part);
            move(part, place);
            sync(folder);
        } catch (IOException failed) {
            boolean bare = failed instanceof FileSystemException system && system.getReason() == null;
            throw new IOException(
                    file + ": " + (bare ? "could not be created" : failed.getMessage()) + "; nothing was written",
                    failed);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** The file at the end of symbolic links, which need not exist. */
    private static Path followed(Path file) throws IOException {
        Path place = file.toAbsolutePath();
        for (int links = 0; links < MOST_LINKS && Files.isSymbolicLink(place); links++) {
            place = place.resolveSibling(Files.readSymbolicLink(place)).normalize();
        }
        return place;
    }

    private static void keepPermissions(Path old, Path part) throws IOException {
        if (Files.exists(old)
                && Files.getFileStore(old).supportsFileAttributeView("posix")
                && Files.getFileStore(part).supportsFileAttributeView("posix")) {
            Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(old));
        }
    }

    private static void move(Path part, Path file) throws IOException {
        try {
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException elsewhere) {
            Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Forces the new name to disk: without this, a power cut after a rename can bring back the old file. */
    private static void sync(Path folder) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(folder, StandardOpenOption.READ);
        } catch (IOException notHere) {
            return; // Windows opens no folders
        }
        try (channel) {
            channel.force(true);
        }
    }

    /** Removes the temporary files of this file that killed programs left. */
    private static void sweep(Path folder, String name) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, ".*.part")) {
            for (Path part : files) {
                if (PartName.isLeft(part, name)) {
                    Files.deleteIfExists(part);
                }
            }
        }
    }
}
