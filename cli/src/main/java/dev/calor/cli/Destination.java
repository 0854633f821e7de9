package dev.calor.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Checks where results may be written, before the work begins. */
final class Destination {
    @Option(
            names = "--force",
            description = "Replace a file of another kind; otherwise only a result of the same kind is replaced.")
    private boolean force;

    /** Whether a name stands for standard output. */
    static boolean isStandardOutput(Path file) {
        return file.equals(Path.of("-")) || file.equals(Path.of("/dev/stdout"));
    }

    /**
     * Refuses a file that cannot be written, that the command reads, or that exists and is of another kind than the
     * result.
     *
     * @param inputs the files that the command reads; null for absent ones
     * @throws IllegalArgumentException if the file is refused
     */
    void check(Path file, ResultKind kind, @Nullable Path... inputs) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IllegalArgumentException(file + " is a folder; give the name of a file in it");
        }
        Path folder = file.toAbsolutePath().normalize().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException(file + ": there is no folder " + folder + "; make it first");
        }
        if (file.equals(Path.of("-"))) {
            throw new IllegalArgumentException(
                    kind.words() + " does not go to standard output by this name; give -o a file, or /dev/stdout");
        }
        if (!Files.exists(file)) {
            if (!Files.isWritable(folder)) {
                throw new AccessDeniedException(folder.toString());
            }
            return;
        }
        for (Path input : Arrays.stream(inputs).filter(Objects::nonNull).toList()) {
            if (Files.exists(input) && Files.isSameFile(file, input)) {
                throw new IllegalArgumentException(
                        file + " is " + (file.equals(input) ? "" : "the same file as " + input + ", ")
                                + "an input of this command, which the result would destroy; give -o another name");
            }
        }
        if (Files.isRegularFile(file) && Files.size(file) > 0 && !force) {
            Optional<ResultKind> found = ResultKind.of(file);
            if (found.isEmpty() || found.get() != kind) {
                throw new IllegalArgumentException(file + " exists and is "
                        + found.map(ResultKind::words).orElse("a file of another kind") + ", not " + kind.words()
                        + ": it would be lost; give -o another name, or --force to replace it");
            }
        }
    }
}
