package dev.calor.cli;

import java.util.concurrent.Callable;

/**
 * A subcommand of calor: annotated for picocli, returns its exit code, writes to picocli's streams only. A module outside this
 * one adds commands through {@link java.util.ServiceLoader}.
 */
public interface CalorCommand extends Callable<Integer> {}
