package dev.calor.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Standard output that remembers errors, which print writers do not report. A reader that stops early, such as head, is
 * not an error.
 */
final class StandardOutput extends OutputStream {
    private final FileOutputStream out = new FileOutputStream(FileDescriptor.out);
    private @Nullable IOException failure;

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (failure == null) {
            try {
                out.write(bytes, offset, length);
            } catch (IOException failed) {
                failure = failed;
            }
        }
    }

    /** The message about the error; null if there is none. */
    @Nullable
    String complaint() {
        return failure == null || "Broken pipe".equals(failure.getMessage())
                ? null
                : "standard output: " + failure.getMessage() + "; what was written is not whole";
    }
}
