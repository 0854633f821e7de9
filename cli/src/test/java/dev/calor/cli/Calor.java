package dev.calor.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

/** Runs calor: in this JVM, or in one of its own. */
final class Calor {
    private Calor() {}

    record Outcome(int code, String out, String err) {}

    static Outcome run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine commandLine =
                Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int code = commandLine.execute(arguments);
        return new Outcome(code, out.toString(), err.toString());
    }

    static String classPath() {
        String path = System.getProperty("surefire.test.class.path");
        return path == null ? System.getProperty("java.class.path") : path;
    }

    /** A process of its own; {@code options} are those of the JVM. */
    static ProcessBuilder process(List<String> options, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", classPath(), Main.class.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }
}
