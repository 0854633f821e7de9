package dev.calor.cli;

/** The command line within a test. */
public final class Calor {
    private Calor() {}

    /** Runs a command; returns its exit code. */
    public static int run(String... arguments) {
        return Main.commandLine().execute(arguments);
    }
}
