package dev.calor.lab;

import dev.calor.cli.Main;
import dev.calor.train.Provenance;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.stream.Stream;

/** Commands of the lab as users call them, errors turned into exit codes as the real command line does. */
public final class Lab {
    /** Where cells made by hand come from. */
    public static final Provenance SOMEWHERE = new Provenance("0", "0", null, "a machine", "a device", "sha256:0");

    private Lab() {}

    /** What a command did. */
    public record Outcome(int code, String out, String err) {}

    /** Runs {@code calor lab} with words, which spaces separate. */
    public static Outcome run(String words) {
        return command(Stream.concat(Stream.of("lab"), Arrays.stream(words.split(" ", -1)))
                .toArray(String[]::new));
    }

    /** Runs {@code calor} with these words. */
    public static Outcome command(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(words);
        return new Outcome(code, out.toString(), err.toString());
    }

    /** A stop in the middle of a run, such as a power cut. */
    public static final class PowerCut extends RuntimeException {
        private static final long serialVersionUID = 1;
    }
}
