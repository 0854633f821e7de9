package dev.calor.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Messages for the JDK's file errors, whose own messages are only file names. */
final class IoMessage {
    private IoMessage() {}

    static String of(IOException error) {
        if (error instanceof NoSuchFileException missing) {
            return missing.getFile() + ": no such file or folder";
        }
        if (error instanceof AccessDeniedException denied) {
            return denied.getFile() + ": permission denied";
        }
        return String.valueOf(error.getMessage());
    }
}
