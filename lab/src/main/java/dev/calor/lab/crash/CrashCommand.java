package dev.calor.lab.crash;

import dev.calor.cli.CalorCommand;
import dev.calor.random.RandomStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Kills fit, sample, report and save at random moments, and checks what they leave. */
@Command(
        name = "crash",
        description =
                "Kill commands at random moments, and starve them of disk and memory: no file may be torn, none lost, none left.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = Work.class,
        footer = {
            "",
            "A campaign that was stopped resumes from FOLDER/tally.json. 'lab/crash' also finds --full and --clock.",
            "",
            "Example: calor lab crash --kills 1000 --folder /tmp/crash"
        })
public final class CrashCommand implements CalorCommand {
    /** Half of the kills come within this time after a command began to write a file: a write to a disk takes 1 to 30 ms. */
    private static final double WRITING_SECONDS = 0.03;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--kills",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many (default: ${DEFAULT-VALUE}).")
    private int kills;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            defaultValue = "calor-lab/crash",
            description = "Where the campaign works (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Option(
            names = "--full",
            paramLabel = "FOLDER",
            description = "A folder on a file system of 256 kB, which is filled up.")
    private @Nullable Path full;

    @Option(
            names = "--clock",
            paramLabel = "LIBRARY",
            description = "The library of faketime, with which the clock jumps by decades while commands run.")
    private @Nullable Path clock;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of the moments (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws IOException {
        Stage stage = new Stage(Files.createDirectories(folder).toRealPath());
        Path file = stage.folder().resolve("tally.json");
        Tally tally = Tally.read(file);
        PrintWriter out = spec.commandLine().getOut();
        List<Scenario> scenarios = stage.scenarios();
        if (tally.tried() == 0) {
            new Faults(stage, full, clock).run(tally);
            tally.write(file);
        }
        RandomStream random = RandomStream.of(seed).child("kills");
        for (int kill = killed(tally, scenarios); kill < kills; kill = killed(tally, scenarios)) {
            kill(stage, scenarios.get(kill % scenarios.size()), random.child(kill), tally);
            tally.write(file);
        }
        litter(stage, scenarios, tally);
        tally.write(file);
        tally.lines().forEach(out::println);
        return tally.failed() ? 1 : 0;
    }

    private static int killed(Tally tally, List<Scenario> scenarios) {
        return scenarios.stream().mapToInt(each -> tally.tried(each.name())).sum();
    }

    /** One kill, and a look at what is left. */
    private static void kill(Stage stage, Scenario scenario, RandomStream random, Tally tally) throws IOException {
        boolean resumes = scenario.name().equals("checkpoint");
        if (resumes && scenario.outcome() == Scenario.Outcome.NEW) {
            Files.deleteIfExists(stage.checkpoint()); // the next kill starts from the beginning; others resume
        }
        if (!resumes || scenario.outcome() == Scenario.Outcome.NEW) {
            Files.writeString(scenario.output(), Scenario.OLD);
        }
        long before = resumes ? stage.checkpointStep() : 0;
        boolean writing = random.nextDouble() < 0.5;
        double share = random.nextDouble();
        Child child = stage.child(List.of(), scenario.arguments());
        boolean ran =
                child.killWhen(writing ? writing(stage, share * WRITING_SECONDS) : at(share * scenario.seconds()));
        Scenario.Outcome outcome = scenario.outcome();
        String when = (before > 0 ? "resumed, " : "") + (writing ? "writing" : "working");
        tally.count(
                scenario.name(),
                ran ? when + ", " + outcome.name().toLowerCase(java.util.Locale.ROOT) : "ended before");
        if (outcome == Scenario.Outcome.TORN) {
            tally.fail(scenario.name() + " killed " + when + ", at " + share + ": its file is torn");
        }
        if (resumes && outcome == Scenario.Outcome.OLD && stage.checkpointStep() < before) {
            tally.fail("the checkpoint went from step " + before + " back to " + stage.checkpointStep());
        }
    }

    /** The moment at which a command has used this much CPU time. */
    private static Predicate<Process> at(double seconds) {
        return process -> Child.processorSeconds(process) >= seconds;
    }

    /** The moment this long after a command began to write a file. */
    private static Predicate<Process> writing(Stage stage, double seconds) {
        long[] began = new long[1];
        return process -> {
            if (began[0] == 0 && stage.isWritten(process.pid())) {
                began[0] = System.nanoTime();
            }
            return began[0] != 0 && (System.nanoTime() - began[0]) / 1e9 >= seconds;
        };
    }

    /** One run of each that is not killed: afterwards there are its files and no others. */
    private static void litter(Stage stage, List<Scenario> scenarios, Tally tally) throws IOException {
        for (Scenario scenario : scenarios) {
            if (!scenario.name().equals("save")) {
                Child.Ended ended = stage.child(List.of(), scenario.arguments()).run();
                tally.count("after", ended.code() == 0 ? "done" : "failed");
                if (ended.code() != 0 || scenario.outcome() != Scenario.Outcome.NEW) {
                    tally.fail(scenario.name() + " after the kills: " + ended.output());
                }
            }
        }
        List<String> left = new ArrayList<>();
        try (Stream<Path> files = Files.list(stage.outputs())) {
            files.filter(each -> each.getFileName().toString().endsWith(".part")
                            && scenarios.stream()
                                    .noneMatch(scenario -> scenario.name().equals("save")
                                            && each.getFileName().toString().contains("save")))
                    .forEach(each -> left.add(each.getFileName().toString()));
        }
        if (!left.isEmpty()) {
            tally.fail("left behind after the next run: " + left);
        }
    }
}
