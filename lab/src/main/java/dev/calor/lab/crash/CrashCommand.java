package dev.calor.lab.crash;

import dev.calor.cli.CalorCommand;
import dev.calor.random.RandomStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Kills fit, sample, report and save at random moments, and looks at what they leave. */
@Command(
        name = "crash",
        description =
                "Kill commands at random moments, and starve them of disk and memory: no file may be torn, none lost, none left.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        subcommands = Work.class,
        footer = {
            "",
            "A campaign that is stopped goes on where it was, from FOLDER/tally.json. 'lab/crash' also makes a full file system for --full.",
            "",
            "Example: calor lab crash --kills 1000 --folder /tmp/crash"
        })
public final class CrashCommand implements CalorCommand {
    /** Half of the kills fall into the last part of a command, where it writes. */
    private static final double LATE = 0.6;

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
            new Faults(stage, full).run(tally);
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
        if (!resumes || scenario.outcome() == Scenario.Outcome.NEW) {
            Files.writeString(scenario.output(), Scenario.OLD);
            Files.deleteIfExists(stage.checkpoint());
        }
        long before = stage.checkpointStep();
        double moment = random.nextDouble() < 0.5 ? random.nextDouble() : LATE + (1.1 - LATE) * random.nextDouble();
        boolean ran = stage.child(List.of(), scenario.arguments()).killAfter(moment * scenario.seconds());
        Scenario.Outcome outcome = scenario.outcome();
        tally.count(scenario.name(), ran ? outcome.name().toLowerCase(java.util.Locale.ROOT) : "ended");
        if (outcome == Scenario.Outcome.TORN) {
            tally.fail(
                    scenario.name() + " killed after " + moment + " of " + scenario.seconds() + " s: its file is torn");
        }
        if (resumes && outcome == Scenario.Outcome.OLD && stage.checkpointStep() < before) {
            tally.fail("the checkpoint went from step " + before + " back to " + stage.checkpointStep());
        }
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
