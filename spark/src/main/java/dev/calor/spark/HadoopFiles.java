package dev.calor.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/** Small files of Hadoop's file systems: local, HDFS, object stores. */
final class HadoopFiles {
    private HadoopFiles() {}

    /** The bytes of a file; null if there is none. */
    static byte @Nullable [] read(Path file, Configuration configuration) throws IOException {
        FileSystem system = file.getFileSystem(configuration);
        if (!system.exists(file)) {
            return null;
        }
        try (InputStream stream = system.open(file)) {
            return stream.readAllBytes();
        }
    }

    /** Writes a whole file. Readers find the old one, the new one, or for a moment none; never a part. */
    static void write(Path file, byte[] bytes, Configuration configuration) throws IOException {
        FileSystem system = file.getFileSystem(configuration);
        Path part = file.suffix(".part");
        try (OutputStream stream = system.create(part, true)) {
            stream.write(bytes);
        }
        system.delete(file, false);
        if (!system.rename(part, file)) {
            throw new IOException(file + ": " + part + " could not be renamed to it");
        }
    }
}
