package dev.calor.lab.speed;

import dev.calor.cli.CalorCommand;
import dev.calor.dataset.Discretisation;
import dev.calor.dataset.Toy2d;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.MlpEnergy;
import dev.calor.lab.cell.StepTimer;
import dev.calor.lab.density.ToyData;
import dev.calor.objective.EnergyDiscrepancy;
import dev.calor.objective.Objective;
import dev.calor.perturb.BernoulliFlip;
import dev.calor.random.RandomStream;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.train.Build;
import dev.calor.train.LearningRate;
import dev.calor.train.Machine;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Times one training step of the density network, data and update included, against a plain port of the authors' step on the same
 * engine and threads; repetitions of both alternate, with a matrix product in between that shows what the machine can do. With {@code --sampling}, draws of a model of a table instead.
 */
@Command(
        name = "speed",
        description = "Time a training step against a plain port of the authors' step, or draws of a model of a table.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SpeedCommand implements CalorCommand {
    private static final int NEGATIVES = 32;

    /** Steps that are timed together. */
    private static final int REPORT = 10;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before call
    private CommandSpec spec;

    @Option(
            names = "--batch",
            defaultValue = "128",
            description = "Rows of data; 32 negatives each (default: ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--rounds",
            defaultValue = "7",
            description = "Alternating repetitions (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--steps",
            defaultValue = "60",
            description = "Steps per repetition; the first ten are not timed (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = "--before",
            defaultValue = "1000",
            description =
                    "Steps of training before timing: the backward pass skips negatives whose gradient is by then lost in "
                            + "rounding (default: ${DEFAULT-VALUE}).")
    private int before;

    @Option(
            names = "--pieces",
            defaultValue = "2",
            description = "Number of micro-batches per batch (default: ${DEFAULT-VALUE}).")
    private int pieces;

    @Option(names = "--threads", defaultValue = "2", description = "Threads (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--device", defaultValue = "cpu", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Mixin
    @SuppressWarnings("NullAway.Init")
    private SamplingOptions draws;

    @Override
    public Integer call() throws IOException {
        if (draws.sampling()) {
            timeSampling();
        } else {
            timeTraining();
        }
        return 0;
    }

    private void timeSampling() throws IOException {
        SamplingSpeed speed = new SamplingSpeed(draws.rows(), rounds);
        Device place = Device.named(device);
        Engine.setThreads(threads);
        try (TabularModel model = draws.open(place)) {
            print(model, speed, speed.measure(model, place));
        }
    }

    private void print(TabularModel model, SamplingSpeed speed, SamplingSpeed.Result result) {
        TabularSpec.Network network = model.spec().network();
        double rate = result.operations() * speed.rows() / result.seconds() / 1e9;
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "a draw of %d rows of %d columns, network %d × %d, %s, median of %d%n",
                speed.rows(),
                model.schema().names().size(),
                network.width(),
                network.depth(),
                Engine.describe(),
                speed.rounds());
        out.printf(Locale.ROOT, "gradients per row             %8.1f%n", result.gradients());
        out.printf(Locale.ROOT, "forward evaluations per row   %8.1f%n", result.evaluations());
        out.printf(
                Locale.ROOT,
                "seconds                       %8.2f, %.0f rows per second%n",
                result.seconds(),
                speed.rows() / result.seconds());
        out.printf(Locale.ROOT, "matrix products, MFLOP per row%8.2f%n", result.operations() / 1e6);
        out.printf(
                Locale.ROOT,
                "matrix products, GFLOP/s      %8.1f, %.0f %% of the %.0f of a %d³ matrix product%n",
                rate,
                100 * rate / result.peak(),
                result.peak(),
                MatrixPeak.SIZE);
        printMachine(out);
    }

    private void timeTraining() throws IOException {
        if (steps < 2 * REPORT || before < 0 || rounds < 1) {
            throw new IllegalArgumentException("--steps " + steps + ", --before " + before + ", --rounds " + rounds
                    + ": at least " + 2 * REPORT + ", 0 and 1");
        }
        Device place = Device.named(device);
        Engine.setThreads(threads);
        ToyData data = new ToyData(Toy2d.MOONS, Discretisation.of(Toy2d.MOONS, 2, RandomStream.of(1)));
        RandomStream random = RandomStream.of(1);
        double[] ours = new double[rounds];
        double[] plain = new double[rounds];
        double[] product = new double[rounds];
        try (TrainableEnergy fast =
                        new MlpEnergy(data.cells().space(), MlpEnergy.Architecture.paperDensity(), place, random);
                TrainableEnergy slow = new PlainEnergy(data.cells().space(), place, random)) {
            Objective discrepancy = new EnergyDiscrepancy(new BernoulliFlip(0.1), NEGATIVES, 1);
            Objective plainly = new PlainDiscrepancy(new BernoulliFlip(0.1), NEGATIVES);
            train(fast, discrepancy, data, pieces, before + steps, 1e-3); // and warm up
            train(slow, plainly, data, 1, before + steps, 1e-3);
            for (int round = 0; round < rounds; round++) {
                ours[round] = time(fast, discrepancy, data, pieces);
                plain[round] = time(slow, plainly, data, 1);
                product[round] = MatrixPeak.measure(place);
            }
        }
        print(StepTimer.median(ours), StepTimer.median(plain), StepTimer.median(product));
    }

    /** Milliseconds per step, once under way: threads of the repetition before spin on for some steps, and take a core. */
    private double time(TrainableEnergy energy, Objective objective, ToyData data, int pieces) throws IOException {
        return train(energy, objective, data, pieces, steps, 1e-4).median();
    }

    private StepTimer train(
            TrainableEnergy energy, Objective objective, ToyData data, int pieces, int count, double rate)
            throws IOException {
        TrainingPlan plan =
                new TrainingPlan(count, batch, LearningRate.constant(rate), 5, 0, 0, REPORT, 0).withPieces(pieces);
        StepTimer timer = new StepTimer();
        new Trainer(plan, "speed", 1, null).train(energy, objective, data, timer);
        return timer;
    }

    private void print(double ours, double plain, double peak) {
        // Forward, and twice as much backward, through 64→256→256→256→1; the first layer has no gradient for its input.
        double rows = batch * (1.0 + NEGATIVES);
        double flop = 2 * rows * (2 * 64 * 256 + 3 * 2 * 256 * 256 + 3 * 256);
        double rate = flop / ours / 1e6;
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                Locale.ROOT,
                "one step after %d, %d + %d rows, %s, median of %d alternating repetitions of %d steps%n",
                before + steps,
                batch,
                batch * NEGATIVES,
                Engine.describe(),
                rounds,
                steps);
        out.printf(Locale.ROOT, "plain port of the authors' step %8.1f ms%n", plain);
        out.printf(Locale.ROOT, "Calor                           %8.1f ms, %.2f times as fast%n", ours, plain / ours);
        out.printf(
                Locale.ROOT,
                "arithmetic, as if of all rows   %8.1f GFLOP/s, %.0f %% of the %.0f of a %d³ matrix product%n",
                rate,
                100 * rate / peak,
                peak,
                MatrixPeak.SIZE);
        printMachine(out);
    }

    private static void printMachine(PrintWriter out) {
        out.println("Machine: " + Machine.describe() + "; commit " + Build.commit());
        out.flush();
    }
}
