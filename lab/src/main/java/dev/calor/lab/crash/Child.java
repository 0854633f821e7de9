package dev.calor.lab.crash;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * A command line in a process of its own, with the class path of this one.
 *
 * @param options of its JVM
 * @param environment variables besides those of this process
 * @param temporary its folder for temporary files
 * @param arguments of the command line
 */
record Child(List<String> options, Map<String, String> environment, Path temporary, List<String> arguments) {
    private static final Duration LONGEST = Duration.ofMinutes(5);
    private static final long LOOK_MICROSECONDS = 500;

    /**
     * The result of a child that ended.
     *
     * @param seconds of CPU time
     */
    record Ended(int code, String output, double seconds) {}

    /** A disturbance of a child, repeated while it runs. */
    interface Disturbance {
        /** Disturbs it. */
        void disturb(Process process) throws IOException, InterruptedException;
    }

    private Process start(ProcessBuilder.Redirect output) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean()
                .getInputArguments()
                .stream() // the launcher's archive of classes among them
                .filter(option -> option.startsWith("-XX:") || option.startsWith("-Xshare"))
                .forEach(command::add);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1", // starts sooner
                "-Dorg.bytedeco.openblas.load=" + System.getProperty("org.bytedeco.openblas.load", "openblas"),
                "-Djava.io.tmpdir=" + temporary));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.calor.cli.Main"));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output);
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Runs it to its end. */
    Ended run() throws IOException {
        return run(process -> {});
    }

    /** Runs it to its end, disturbed. */
    Ended run(Disturbance disturbance) throws IOException {
        File output = File.createTempFile("crash", ".txt", temporary.toFile());
        Process process = start(ProcessBuilder.Redirect.to(output));
        try {
            long began = System.nanoTime();
            double seconds = 0;
            while (!process.waitFor(5, TimeUnit.MILLISECONDS)) {
                seconds = Math.max(seconds, processorSeconds(process));
                disturbance.disturb(process);
                if (System.nanoTime() - began > LONGEST.toNanos()) {
                    throw new IOException(arguments + " did not end in " + LONGEST);
                }
            }
            return new Ended(process.exitValue(), Files.readString(output.toPath()), seconds);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", ended);
        } finally {
            process.destroyForcibly();
            output.delete();
        }
    }

    /**
     * The CPU time that a child has used: moments are measured by it, so that other work on the machine does not shift
     * them.
     */
    static double processorSeconds(Process process) {
        return process.info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
    }

    /** Kills it (SIGKILL, which no program can catch) when the moment has come; returns whether it still ran. */
    boolean killWhen(Predicate<Process> moment) throws IOException {
        Process process = start(ProcessBuilder.Redirect.DISCARD);
        try {
            boolean ended = false;
            while (!ended && !moment.test(process)) {
                ended = process.waitFor(LOOK_MICROSECONDS, TimeUnit.MICROSECONDS);
            }
            process.destroyForcibly().waitFor();
            return !ended;
        } catch (InterruptedException stopped) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
    }
}
