package dev.calor.lab.server;

import dev.calor.cli.CalorCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Measurements of the server: docs/results/server.md. */
@Command(
        name = "server",
        description = "Measure calor serve on loopback.",
        subcommands = {ServerStartCommand.class, ServerLoadCommand.class, ServerKillCommand.class},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class ServerCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }
}
