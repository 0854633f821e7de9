package dev.calor.io;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Files that appear whole or not at all: written beside their place, forced to disk, and moved there at once. */
public final class WholeFile {
    private WholeFile() {}

    /** What is written. */
    @FunctionalInterface
    public interface Content {
        void write(OutputStream stream) throws IOException;
    }

    public static void write(Path file, Content content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || Files.isDirectory(file)) {
            throw new IOException(file + " is not the name of a file; name one");
        }
        if (!Files.isDirectory(folder)) {
            throw new NoSuchFileException(file + ": there is no directory " + folder + "; make it first");
        }
        // Not a temporary file of the JDK's: those are readable to their owner alone.
        Path beside = folder.resolve("." + file.getFileName() + "." + UUID.randomUUID() + ".part");
        try {
            try (FileChannel channel =
                            FileChannel.open(beside, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    OutputStream stream = new BufferedOutputStream(Channels.newOutputStream(channel), 1 << 16)) {
                content.write(stream);
                stream.flush();
                channel.force(true);
            }
            Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failed) {
            throw new IOException(file + ": " + failed.getMessage() + "; nothing was written", failed);
        } finally {
            Files.deleteIfExists(beside);
        }
    }
}
