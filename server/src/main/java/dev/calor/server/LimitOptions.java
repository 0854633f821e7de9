package dev.calor.server;

import dev.calor.cli.Seconds;
import picocli.CommandLine.Option;

/** The limits as options of the command. */
final class LimitOptions {
    @Option(
            names = "--max-upload",
            paramLabel = "MB",
            defaultValue = "1024",
            description = "Largest file that may be sent (default: ${DEFAULT-VALUE}).")
    private long upload;

    @Option(
            names = "--max-unpacked",
            paramLabel = "MB",
            defaultValue = "8192",
            description = "Largest size of such a file once decompressed (default: ${DEFAULT-VALUE}).")
    private long unpacked;

    @Option(
            names = "--max-rows",
            paramLabel = "N",
            defaultValue = "5000000",
            description = "Most rows of a table or of a sample (default: ${DEFAULT-VALUE}).")
    private int rows;

    @Option(
            names = "--max-columns",
            paramLabel = "N",
            defaultValue = "500",
            description = "Most columns of a table (default: ${DEFAULT-VALUE}).")
    private int columns;

    @Option(
            names = "--max-tables",
            paramLabel = "N",
            defaultValue = "200",
            description = "Most tables kept (default: ${DEFAULT-VALUE}).")
    private int tables;

    @Option(
            names = "--max-models",
            paramLabel = "N",
            defaultValue = "200",
            description = "Most models kept (default: ${DEFAULT-VALUE}).")
    private int models;

    @Option(
            names = "--max-queue",
            paramLabel = "N",
            defaultValue = "20",
            description = "Most jobs that wait or run (default: ${DEFAULT-VALUE}).")
    private int queue;

    @Option(
            names = "--max-waiting",
            paramLabel = "N",
            defaultValue = "16",
            description = "Most requests that wait for a processor (default: ${DEFAULT-VALUE}).")
    private int waiting;

    @Option(
            names = "--max-wait",
            paramLabel = "SPAN",
            defaultValue = "20s",
            converter = Seconds.class,
            description = "Longest a request waits for a processor (default: ${DEFAULT-VALUE}).")
    private double wait;

    @Option(
            names = "--max-training-time",
            paramLabel = "SPAN",
            defaultValue = "6h",
            converter = Seconds.class,
            description = "Longest a fit trains; what is learned by then is kept (default: ${DEFAULT-VALUE}).")
    private double training;

    @Option(
            names = "--max-streams",
            paramLabel = "N",
            defaultValue = "64",
            description = "Most pages that listen to jobs at once (default: ${DEFAULT-VALUE}).")
    private int streams;

    Limits limits() {
        return new Limits(
                upload << 20, unpacked << 20, rows, columns, tables, models, queue, waiting, training, wait, streams);
    }
}
