package dev.calor.lab.bench;

import dev.calor.cli.CalorCommand;
import dev.calor.train.Machine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.NoBenchmarksException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs JMH benchmarks, and writes their figures as the table that stands in docs/results. */
@Command(name = "bench", description = "Run benchmarks (JMH).", mixinStandardHelpOptions = true)
public final class BenchCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Parameters(
            paramLabel = "REGEX",
            defaultValue = ".*",
            description = "Benchmarks whose name matches (default: all).")
    @SuppressWarnings("NullAway.Init")
    private String pattern;

    @Option(names = "--forks", defaultValue = "2", description = "Fresh JVMs a benchmark (default: ${DEFAULT-VALUE}).")
    private int forks;

    @Option(names = "--iterations", defaultValue = "5", description = "Measurements a JVM (default: ${DEFAULT-VALUE}).")
    private int iterations;

    @Option(
            names = "--millis",
            defaultValue = "300",
            description = "Length of a measurement (default: ${DEFAULT-VALUE}).")
    private long millis;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the figures as a Markdown table.")
    private @Nullable Path output;

    @Override
    public Integer call() throws RunnerException, IOException {
        Options options = new OptionsBuilder()
                .include(pattern)
                .forks(forks)
                .warmupIterations(iterations)
                .warmupTime(TimeValue.milliseconds(millis))
                .measurementIterations(iterations)
                .measurementTime(TimeValue.milliseconds(millis))
                .shouldFailOnError(true)
                .build();
        Collection<RunResult> results;
        try {
            results = new Runner(options).run();
        } catch (NoBenchmarksException none) {
            throw new IllegalArgumentException("no benchmark matches '" + pattern + "'; leave it out to run all", none);
        }
        if (output != null) {
            Files.writeString(output, markdown(results));
            spec.commandLine().getErr().println("wrote " + output);
        }
        return 0;
    }

    private String markdown(Collection<RunResult> results) {
        StringBuilder text =
                new StringBuilder("# Benchmarks matching `" + pattern + "`\n\nCommand: `./calor lab bench '" + pattern
                        + "' --forks " + forks + " --iterations " + iterations + " --millis " + millis + " -o " + output
                        + "`\n\nMachine: " + Machine.describe() + "."
                        + "\n\n| benchmark | parameters | score | error (99.9 %) | unit |\n|---|---|---|---|---|\n");
        for (RunResult result : results) {
            Result<?> score = result.getPrimaryResult();
            StringBuilder parameters = new StringBuilder();
            for (String key : result.getParams().getParamsKeys()) {
                parameters
                        .append(key)
                        .append('=')
                        .append(result.getParams().getParam(key))
                        .append(' ');
            }
            String name = result.getParams().getBenchmark().replaceFirst(".*\\.(\\w+\\.\\w+)$", "$1");
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | %s | %.4g | %.2g | %s |%n",
                    name,
                    parameters.toString().strip(),
                    score.getScore(),
                    score.getScoreError(),
                    score.getScoreUnit()));
        }
        return text.toString();
    }
}
