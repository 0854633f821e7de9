package dev.calor.lab;

import dev.calor.cli.CalorCommand;
import dev.calor.lab.anomaly.AnomalyCommand;
import dev.calor.lab.bench.BenchCommand;
import dev.calor.lab.crash.CrashCommand;
import dev.calor.lab.density.DensityCommand;
import dev.calor.lab.graph.GraphCommand;
import dev.calor.lab.image.FlowCommand;
import dev.calor.lab.image.ImageCommand;
import dev.calor.lab.ising.IsingCommand;
import dev.calor.lab.server.ServerCommand;
import dev.calor.lab.speed.SpeedCommand;
import dev.calor.lab.tabular.CalibrationCommand;
import dev.calor.lab.tabular.ConditionalCommand;
import dev.calor.lab.tabular.ImputeCommand;
import dev.calor.lab.tabular.InventCommand;
import dev.calor.lab.tabular.TabularCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The command that contains all experiments as subcommands. */
@Command(
        name = "lab",
        description = "The paper's experiments, and benchmarks.",
        subcommands = {
            AnomalyCommand.class,
            BenchCommand.class,
            CalibrationCommand.class,
            ConditionalCommand.class,
            CrashCommand.class,
            DensityCommand.class,
            FlowCommand.class,
            GraphCommand.class,
            ImageCommand.class,
            ImputeCommand.class,
            InventCommand.class,
            IsingCommand.class,
            ServerCommand.class,
            SpeedCommand.class,
            TabularCommand.class
        },
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
public final class LabCommand implements CalorCommand {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }
}
