package dev.calor.lab.crash;

import dev.calor.io.SafeTensors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The folder of a campaign: a table, a model of it, and the commands that are killed there.
 *
 * @param folder of the campaign
 */
record Stage(Path folder) {
    private static final int ROWS = 60;
    private static final String SETTINGS = "steps=20,width=16,depth=2,batch=32,components=2";

    Stage {
        try {
            Files.createDirectories(folder.resolve("tmp"));
            Files.createDirectories(folder.resolve("out"));
            Files.writeString(folder.resolve("table.csv"), table());
        } catch (IOException refused) {
            throw new IllegalArgumentException(folder + " cannot be written: " + refused.getMessage(), refused);
        }
    }

    private static String table() {
        StringBuilder csv = new StringBuilder("age,town,amount\n");
        for (int row = 0; row < ROWS; row++) {
            csv.append(20 + row * 37 % 60)
                    .append(row % 3 == 0 ? ",Ulm," : ",Kiel,")
                    .append(row * 7919 % 1000 / 10.0)
                    .append('\n');
        }
        return csv.toString();
    }

    Path rows() {
        return folder.resolve("table.csv");
    }

    Path model() {
        return folder.resolve("model.calor");
    }

    Path outputs() {
        return folder.resolve("out");
    }

    Path checkpoint() {
        return outputs().resolve("checkpoint.calor.checkpoint");
    }

    /** A child that works in this folder. */
    Child child(List<String> options, List<String> arguments) {
        return child(options, Map.of(), arguments);
    }

    /** The same, with variables of its environment. */
    Child child(List<String> options, Map<String, String> environment, List<String> arguments) {
        return new Child(options, environment, folder.resolve("tmp"), arguments);
    }

    /** Whether this process writes a file now: whether there is a temporary file with its number. */
    boolean isWritten(long process) {
        String[] names = outputs().toFile().list();
        return names != null
                && Arrays.stream(names).anyMatch(name -> name.endsWith(".part") && name.contains("." + process + "."));
    }

    /** The arguments of a fit. */
    List<String> fit(Path output) {
        return List.of(
                "fit",
                rows().toString(),
                "-o",
                output.toString(),
                "--preset",
                "fast",
                "--set",
                SETTINGS,
                "--force",
                "--quiet",
                "--device",
                "cpu");
    }

    /** The arguments of a sample. */
    List<String> sample(Path output) {
        return List.of(
                "sample", model().toString(), "-n", "50", "-o", output.toString(), "--force", "--quiet", "--seed", "3");
    }

    /** The step of the checkpoint; 0 if there is none. */
    long checkpointStep() throws IOException {
        return Files.exists(checkpoint())
                ? Long.parseLong(SafeTensors.read(checkpoint()).metadata().getOrDefault("step", "-1"))
                : 0;
    }

    /** Every command runs once to its end, for its time and the bytes it writes. */
    List<Scenario> scenarios() throws IOException {
        List<Scenario> all = new ArrayList<>();
        if (!Files.exists(model())) {
            run(fit(model()));
        }
        all.add(scenario("fit", fit(outputs().resolve("fit.calor"))));
        all.add(scenario("sample", sample(outputs().resolve("sample.csv"))));
        all.add(scenario("sample-parquet", sample(outputs().resolve("sample.parquet"))));
        Path report = outputs().resolve("report.html");
        all.add(scenario(
                "report",
                List.of(
                        "report",
                        rows().toString(),
                        rows().toString(),
                        "-o",
                        report.toString(),
                        "--fast",
                        "--force",
                        "--quiet")));
        Files.deleteIfExists(checkpoint());
        all.add(scenario("checkpoint", work("checkpoint", rows(), outputs().resolve("checkpoint.calor"))));
        Path saved = outputs().resolve("save.calor");
        double saving = 1.5 * all.get(1).seconds(); // it loads a model as sample does, and saves it until it is killed
        all.add(new Scenario("save", work("save", model(), saved), saved, Scenario.hash(model()), saving));
        return all;
    }

    private static List<String> work(String kind, Path input, Path output) {
        return List.of("lab", "crash", "work", kind, input.toString(), output.toString());
    }

    private Scenario scenario(String name, List<String> arguments) throws IOException {
        int at = arguments.indexOf("-o");
        Path output = Path.of(at < 0 ? arguments.get(arguments.size() - 1) : arguments.get(at + 1));
        Child.Ended ended = run(arguments);
        return new Scenario(name, arguments, output, Scenario.hash(output), ended.seconds());
    }

    private Child.Ended run(List<String> arguments) throws IOException {
        Child.Ended ended = child(List.of(), arguments).run();
        if (ended.code() != 0) {
            throw new IOException(String.join(" ", arguments) + " failed: " + ended.output());
        }
        return ended;
    }
}
