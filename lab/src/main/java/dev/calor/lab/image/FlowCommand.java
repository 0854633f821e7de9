package dev.calor.lab.image;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.ImageSet;
import dev.calor.energy.AutoregressiveEnergy;
import dev.calor.energy.Energy;
import dev.calor.energy.WithBase;
import dev.calor.lab.cell.StepTimer;
import dev.calor.objective.TrajectoryBalance;
import dev.calor.perturb.DataNoise;
import dev.calor.random.RandomStream;
import dev.calor.rows.Batch;
import dev.calor.sampler.GibbsWithGradients;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.train.LearningRate;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingEvent;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Samples of a trained energy of images, by chains and by a GFlowNet [P fig:sample-ebm-appendix]: a policy learns to
 * draw from the energy by trajectory balance, and Gibbs with gradients refines what it draws.
 */
@Command(
        name = "flow",
        description =
                "Train a GFlowNet to sample from a trained energy of images; draw its samples and those of chains.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example, for a run of calor lab image with the same options:",
            "  calor lab flow --data dynamic-mnist --checkpoint run.safetensors --flow-checkpoint flow.safetensors"
        })
public final class FlowCommand implements CalorCommand {
    private static final int PANEL = 100;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private ImageOptions options;

    @Option(
            names = "--flow-steps",
            defaultValue = "3000",
            description = "Updates of the policy (default: ${DEFAULT-VALUE}).")
    private long steps;

    @Option(
            names = "--flow-batch",
            defaultValue = "100",
            description = "Images per step, and as many of the policy (default: ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--flow-width",
            defaultValue = "1024",
            description = "Width of the policy's hidden layers (default: ${DEFAULT-VALUE}).")
    private int width;

    @Option(
            names = "--flow-rate",
            defaultValue = "1e-3",
            description = "Learning rate of the policy; it falls along a cosine (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--flow-checkpoint", paramLabel = "FILE", description = "Save the policy here, and resume from it.")
    private @Nullable Path checkpoint;

    @Option(
            names = "--moves",
            defaultValue = "1000",
            description = "Steps of chains that start from the base distribution (default: ${DEFAULT-VALUE}).")
    private int moves;

    @Option(
            names = "--refine",
            defaultValue = "100",
            description = "Steps of chains that start from the policy's samples (default: ${DEFAULT-VALUE}).")
    private int refine;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            defaultValue = "samples.png",
            description = "The figure: chains, policy, policy and chains (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Override
    public Integer call() throws IOException {
        ImageExperiment run = options.runs().get(0);
        ImageSet.Split images = run.read();
        RandomStream random = RandomStream.of(run.seed()).child("flow");
        try (WithBase energy = run.network(images.train(), options.place());
                AutoregressiveEnergy policy =
                        new AutoregressiveEnergy(energy.space(), width, 2, energy.device(), random.child("weights"))) {
            StepTimer timer = new StepTimer();
            run.train(energy, images.train(), options.checkpoint(), event -> tell(event, timer));
            train(policy, energy, run, images);
            draw(policy, energy, images.train().side(), random.child("samples"));
        }
        return 0;
    }

    private void train(AutoregressiveEnergy policy, WithBase energy, ImageExperiment run, ImageSet.Split images)
            throws IOException {
        TrainingPlan plan =
                new TrainingPlan(steps, batch, LearningRate.cosine(rate), 10, 0, 0, (int) Math.max(1, steps / 20), 500);
        StepTimer timer = new StepTimer();
        try (ImageData data = new ImageData(images.train(), energy.device(), DataNoise.NONE)) {
            new Trainer(plan, "flow of width " + width + " towards " + run, run.seed(), checkpoint)
                    .train(policy, new TrajectoryBalance(energy), data, event -> tell(event, timer));
        }
    }

    private void tell(TrainingEvent event, StepTimer timer) {
        timer.accept(event);
        ImageOptions.tell(spec.commandLine().getErr(), event, timer);
    }

    private void draw(AutoregressiveEnergy policy, WithBase energy, int side, RandomStream random) throws IOException {
        try (Scope scope = Scope.open()) {
            GibbsWithGradients chains = new GibbsWithGradients();
            Batch noise = energy.start(PANEL, Noise.of(random.child("noise"), energy.device()));
            Batch moved = chains.run(noise, energy, moves, random.child("chains"))
                    .next()
                    .rows();
            Batch drawn = policy.draw(PANEL, Noise.of(random.child("policy"), energy.device()));
            Batch refined = chains.run(drawn, energy, refine, random.child("refine"))
                    .next()
                    .rows();
            List<Batch> panels = List.of(moved, drawn, refined);
            List<String> names = List.of("chains", "GFlowNet", "GFlowNet and chains");
            for (int panel = 0; panel < names.size(); panel++) {
                spec.commandLine()
                        .getOut()
                        .printf(
                                Locale.ROOT,
                                "%-20s mean energy %.2f%n",
                                names.get(panel),
                                meanEnergy(energy, panels.get(panel)));
            }
            spec.commandLine().getOut().flush();
            SampleSheet.write(panels.stream().map(FlowCommand::rows).toList(), side, output);
        }
    }

    private static double meanEnergy(Energy energy, Batch rows) {
        try (NoGradient guard = NoGradient.open()) {
            return energy.energy(rows).mean().number();
        }
    }

    private static long[][] rows(Batch batch) {
        long[] bits = batch.states().toLongs();
        int pixels = (int) batch.states().size(1);
        long[][] rows = new long[bits.length / pixels][];
        Arrays.setAll(rows, i -> Arrays.copyOfRange(bits, i * pixels, (i + 1) * pixels));
        return rows;
    }
}
