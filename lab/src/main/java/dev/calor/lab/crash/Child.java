package dev.calor.lab.crash;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A command line in a process of its own, with the class path of this one.
 *
 * @param options of its JVM
 * @param temporary its folder for temporary files
 * @param arguments of the command line
 */
record Child(List<String> options, Path temporary, List<String> arguments) {
    private static final long LONGEST_MINUTES = 5;

    /** What a child that ended said. */
    record Ended(int code, String output, double seconds) {}

    private Process start(ProcessBuilder.Redirect output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "-Dorg.bytedeco.openblas.load=" + System.getProperty("org.bytedeco.openblas.load", "openblas"),
                "-Djava.io.tmpdir=" + temporary));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.calor.cli.Main"));
        command.addAll(arguments);
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output)
                .start();
    }

    /** Runs it to its end. */
    Ended run() throws IOException {
        File output = File.createTempFile("crash", ".txt", temporary.toFile());
        try {
            long began = System.nanoTime();
            Process process = start(ProcessBuilder.Redirect.to(output));
            if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException(arguments + " did not end in " + LONGEST_MINUTES + " minutes");
            }
            double seconds = (System.nanoTime() - began) / 1e9;
            return new Ended(process.exitValue(), java.nio.file.Files.readString(output.toPath()), seconds);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", ended);
        } finally {
            output.delete();
        }
    }

    /** Kills it after so long (SIGKILL, which no program can catch); returns whether it still ran. */
    boolean killAfter(double seconds) throws IOException {
        Process process = start(ProcessBuilder.Redirect.DISCARD);
        try {
            boolean ended = process.waitFor((long) (seconds * 1e6), TimeUnit.MICROSECONDS);
            process.destroyForcibly().waitFor();
            return !ended;
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
    }
}
