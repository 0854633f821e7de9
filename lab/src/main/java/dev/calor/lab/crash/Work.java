package dev.calor.lab.crash;

import dev.calor.table.Table;
import dev.calor.table.TableSource;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Work that is killed and has no command of its own: training with a checkpoint, and saving a model again and again.
 */
@Command(name = "work", hidden = true, description = "Work that 'lab crash' kills.")
final class Work implements dev.calor.cli.CalorCommand {
    /** Three checkpoints, one every hundred steps. */
    static final int STEPS = 301;

    @Parameters(index = "0", paramLabel = "KIND", description = "checkpoint or save.")
    @SuppressWarnings("NullAway.Init")
    private String kind;

    @Parameters(index = "1", paramLabel = "INPUT", description = "A table, or a model.")
    @SuppressWarnings("NullAway.Init")
    private Path input;

    @Parameters(index = "2", paramLabel = "MODEL", description = "File for the model.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    /** The settings of every model of the campaign. */
    static TabularSpec tiny() {
        return TabularSpec.preset("fast")
                .with("width", "16")
                .with("depth", "2")
                .with("batch", "32")
                .with("components", "2")
                .withSteps(STEPS)
                .withSeed(1);
    }

    @Override
    public Integer call() throws IOException {
        Engine.setThreads(1);
        return kind.equals("save") ? save() : train();
    }

    private int train() throws IOException {
        Table table = TableSource.file(input).read();
        Path checkpoint = output.resolveSibling(output.getFileName() + ".checkpoint");
        try (TabularModel model =
                TabularModel.fit(table, tiny(), Device.CPU, checkpoint, (event, learning) -> {}, () -> false)) {
            model.save(output);
        }
        return 0;
    }

    private int save() throws IOException {
        try (TabularModel model = TabularModel.load(input, Device.CPU)) {
            while (Files.exists(input)) { // until it is killed
                model.save(output);
            }
        }
        return 0;
    }
}
