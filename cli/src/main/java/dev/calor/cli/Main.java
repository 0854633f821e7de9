package dev.calor.cli;

import dev.calor.heat.DiffusionTime;
import dev.calor.table.Printable;
import dev.calor.train.DivergedException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Exit codes: 0 done; 1 failure that is not caused by the input (disk, memory, a defect); 2 wrong
 * input: an argument, a file that does not exist or must not be read, or its content.
 */
@Command(
        name = "calor",
        description = "Energy-based models of discrete and mixed data, trained by heat equations.",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "'calor COMMAND --help' or 'calor help COMMAND' says what a command takes.",
            "Exit codes: 0 done; 1 failed (disk, memory, a defect); 2 wrong input."
        })
public final class Main implements Runnable {
    private static final List<Class<?>> COMMANDS = List.of(
            DemoCommand.class,
            SchemaCommand.class,
            FitCommand.class,
            SampleCommand.class,
            ClassifyCommand.class,
            ImputeCommand.class,
            ScoreCommand.class,
            ShowCommand.class,
            ReportCommand.class,
            HeatCommand.class,
            ManualCommand.class,
            HelpCommand.class);

    private static final String OUT_OF_MEMORY =
            "out of memory; take fewer rows, a smaller batch or network, or give Java more by JAVA_TOOL_OPTIONS=-Xmx…g";

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before run
    private CommandSpec spec;

    @Option(names = "--debug", scope = CommandLine.ScopeType.INHERIT, description = "Show the stack trace of an error.")
    private boolean debug;

    /** Runs the command line and ends the process with its exit code. */
    public static void main(String[] arguments) {
        StandardOutput output = new StandardOutput();
        CommandLine commandLine = commandLine(writer(output), arguments.length == 0 ? "" : arguments[0]);
        int code;
        try {
            code = isMangled(arguments) ? refuseMangled(commandLine) : commandLine.execute(arguments);
        } catch (OutOfMemoryError full) {
            commandLine.getErr().println("calor: " + OUT_OF_MEMORY + " (" + full.getMessage() + ")");
            code = CommandLine.ExitCode.SOFTWARE;
        }
        commandLine.getOut().flush();
        if (output.complaint() != null) {
            commandLine.getErr().println("calor: " + output.complaint());
            code = CommandLine.ExitCode.SOFTWARE;
        }
        System.exit(code);
    }

    /** Whether the JVM lost characters of the arguments, as it does in a locale without them. */
    static boolean isMangled(String... arguments) {
        return Arrays.stream(arguments).anyMatch(word -> word.indexOf('\uFFFD') >= 0);
    }

    private static int refuseMangled(CommandLine commandLine) {
        commandLine
                .getErr()
                .println("calor: the locale has no words for some characters of the arguments;"
                        + " set LC_ALL=C.UTF-8, or start Calor by its launcher, which does");
        return CommandLine.ExitCode.USAGE;
    }

    /** The command line with its subcommands, ours and those of other modules, writing UTF-8 whatever the locale. */
    public static CommandLine commandLine() {
        return commandLine(writer(new FileOutputStream(FileDescriptor.out)), "");
    }

    private static CommandLine commandLine(PrintWriter out, String first) {
        Main main = new Main();
        CommandLine commandLine = new CommandLine(main);
        commands(first).forEach(commandLine::addSubcommand);
        Values.register(commandLine, List.of(SpaceKind.class, DiffusionTime.Scaling.class));
        return commandLine
                .setOut(out)
                .setErr(writer(new FileOutputStream(FileDescriptor.err)))
                .setParameterExceptionHandler((error, arguments) -> main.refuse(error.getCommandLine(), error))
                .setExecutionExceptionHandler((error, failed, result) -> main.fail(failed, error));
    }

    /**
     * The command that the first argument names, or all: describing all of them takes longer than running many of them.
     */
    static List<Class<?>> commands(String first) {
        return all().filter(command -> !command.equals(HelpCommand.class)) // which describes the others
                .filter(command -> command.getAnnotation(Command.class).name().equals(first))
                .findFirst()
                .<List<Class<?>>>map(List::of)
                .orElseGet(() -> all().toList());
    }

    private static Stream<Class<?>> all() {
        return Stream.concat(
                COMMANDS.stream(),
                ServiceLoader.load(CalorCommand.class).stream().map(ServiceLoader.Provider::type));
    }

    private static PrintWriter writer(OutputStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }

    /**
     * Reports wrong arguments, whether picocli or the library refused them: one line, where to read more, exit code 2.
     */
    private int refuse(CommandLine command, Exception error) {
        String name = command.getCommandSpec().qualifiedName();
        PrintWriter err = command.getErr();
        err.println(name + ": " + Printable.lines(String.valueOf(error.getMessage())));
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
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + Printable.lines(message(error)));
        trace(error, command.getErr());
        boolean given = error instanceof NoSuchFileException || error instanceof AccessDeniedException;
        return given ? CommandLine.ExitCode.USAGE : CommandLine.ExitCode.SOFTWARE;
    }

    private static String message(Exception error) {
        if (error instanceof IOException io) {
            return IoMessage.of(io);
        }
        if (error instanceof DivergedException) {
            return String.valueOf(error.getMessage());
        }
        return isOutOfMemory(error) ? OUT_OF_MEMORY : error + " (a defect of Calor; --debug shows where)";
    }

    /** Whether the engine found no memory on the CPU or the GPU. */
    private static boolean isOutOfMemory(Exception error) {
        String message = String.valueOf(error.getMessage());
        return message.contains("can't allocate memory") || message.contains("out of memory");
    }

    private void trace(Exception error, PrintWriter err) {
        if (debug) {
            error.printStackTrace(err);
        }
    }
}
