package dev.calor.cli;

import dev.calor.heat.DiffusionTime;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. Exit codes: 0 done, 1 failed, 2 asked for something that is not allowed. */
@Command(
        name = "calor",
        description = "Energy-based models of discrete and mixed data, trained by heat equations.",
        subcommands = {
            DemoCommand.class,
            SchemaCommand.class,
            FitCommand.class,
            SampleCommand.class,
            ClassifyCommand.class,
            ImputeCommand.class,
            ScoreCommand.class,
            ShowCommand.class,
            HeatCommand.class
        },
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {"", "'calor COMMAND --help' says what a command takes."})
public final class Main implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run
    private CommandSpec spec;

    @Option(names = "--debug", scope = CommandLine.ScopeType.INHERIT, description = "Show the stack trace of an error.")
    private boolean debug;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command line with its subcommands, ours and those other modules offer, writing UTF-8 whatever the locale. */
    static CommandLine commandLine() {
        Main main = new Main();
        CommandLine commandLine = new CommandLine(main);
        for (CalorCommand command : ServiceLoader.load(CalorCommand.class)) {
            commandLine.addSubcommand(command);
        }
        Values.register(commandLine, List.of(SpaceKind.class, DiffusionTime.Scaling.class));
        return commandLine
                .setOut(writer(FileDescriptor.out))
                .setErr(writer(FileDescriptor.err))
                .setParameterExceptionHandler((error, arguments) -> main.refuse(error.getCommandLine(), error))
                .setExecutionExceptionHandler((error, failed, result) -> main.fail(failed, error));
    }

    private static PrintWriter writer(FileDescriptor descriptor) {
        return new PrintWriter(new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8), true);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /** Bad arguments, whether picocli or the mathematics refuses them: one line, where to read more, exit code 2. */
    private int refuse(CommandLine command, Exception error) {
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        err.println(name + ": " + error.getMessage());
        if (error instanceof ParameterException wrong) {
            UnmatchedArgumentException.printSuggestions(wrong, err);
            err.println("'" + name + " --help' says what it takes");
        }
        trace(error, err);
        return CommandLine.ExitCode.USAGE;
    }

    private int fail(CommandLine command, Exception error) {
        if (error instanceof IllegalArgumentException) {
            return refuse(command, error);
        }
        String message = error instanceof IOException io
                ? IoMessage.of(io)
                : error + " (a defect of Calor; --debug shows where)";
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + message);
        trace(error, command.getErr());
        return CommandLine.ExitCode.SOFTWARE;
    }

    private void trace(Exception error, PrintWriter err) {
        if (debug) {
            error.printStackTrace(err);
        }
    }
}
