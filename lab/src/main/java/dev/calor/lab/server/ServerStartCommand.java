package dev.calor.lab.server;

import dev.calor.cli.CalorCommand;
import dev.calor.train.Machine;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Times the start of the server: from the start of its process to its first answer. */
@Command(
        name = "start",
        description = "Time from the start of the process to its first answer.",
        mixinStandardHelpOptions = true)
public final class ServerStartCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(names = "--starts", defaultValue = "10", description = "How many (default: ${DEFAULT-VALUE}).")
    private int starts;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Path home = Files.createTempDirectory("calor-start");
        double[] seconds = new double[starts];
        double[] processor = new double[starts];
        for (int i = 0; i < starts; i++) {
            try (ServerChild server = new ServerChild(home)) {
                seconds[i] = server.secondsToFirstAnswer();
                processor[i] = server.processorSeconds();
            }
        }
        Arrays.sort(seconds);
        Arrays.sort(processor);
        out.println(String.format(
                Locale.ROOT,
                "First answer after %.2f s (median of %d starts; least %.2f, most %.2f), and %.2f s of processor time"
                        + " (median; least %.2f).",
                seconds[starts / 2],
                starts,
                seconds[0],
                seconds[starts - 1],
                processor[starts / 2],
                processor[0]));
        out.println(Machine.describe());
        out.flush();
        return 0;
    }
}
