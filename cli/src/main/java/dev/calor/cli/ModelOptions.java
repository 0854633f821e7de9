package dev.calor.cli;

import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of commands that use a model: the model, the device and the seed. */
final class ModelOptions {
    @Parameters(index = "0", paramLabel = "MODEL", description = "A model that 'calor fit' made.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            defaultValue = "auto",
            description = "cpu, cuda or auto, which is a GPU if there is one (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--quiet", description = "Show no progress.")
    private boolean quiet;

    Path file() {
        return file;
    }

    TabularModel load() throws IOException {
        return TabularModel.load(file, Device.named(device));
    }

    long seed() {
        return seed;
    }

    /** The progress of a command's work, silent if the command is quiet. */
    Progress progress(String work, CommandSpec command) {
        return Progress.of(work, quiet, command.commandLine().getErr());
    }

    boolean quiet() {
        return quiet;
    }
}
