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
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.NoGradient;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import dev.calor.train.Build;
import dev.calor.train.LearningRate;
import dev.calor.train.Machine;
import dev.calor.train.Trainer;
import dev.calor.train.TrainingPlan;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Times one training step of the density network, data and update included, against a plain port of the authors' step on the same
 * engine and threads; repetitions of both alternate, with a matrix product in between that shows what the machine can do.
 */
@Command(
        name = "speed",
        description = "Time a training step against a plain port of the authors' step.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class SpeedCommand implements CalorCommand {
    private static final int NEGATIVES = 32;
    private static final int PRODUCT = 2048;

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
            description = "Steps a repetition; the first ten are not timed (default: ${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = "--before",
            defaultValue = "1000",
            description =
                    "Steps of training before: negatives that are told from data by then have no gradient that is not "
                            + "lost in rounding, and are left out on the way back (default: ${DEFAULT-VALUE}).")
    private int before;

    @Option(
            names = "--pieces",
            defaultValue = "2",
            description = "Pieces a batch is worked on in (default: ${DEFAULT-VALUE}).")
    private int pieces;

    @Option(names = "--threads", defaultValue = "2", description = "Threads (default: ${DEFAULT-VALUE}).")
    private int threads;

    @Option(names = "--device", defaultValue = "cpu", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Override
    public Integer call() throws IOException {
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
                product[round] = product(place);
            }
        }
        print(StepTimer.median(ours), StepTimer.median(plain), StepTimer.median(product));
        return 0;
    }

    /** Milliseconds a step, once under way: threads of the repetition before spin on for some steps, and take a core. */
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

    /** GFLOP/s of a product of two square matrices of single precision. */
    private static double product(Device place) {
        try (Scope scope = Scope.open();
                NoGradient guard = NoGradient.open()) {
            Tensor matrix = Noise.of(RandomStream.of(1), place).normal(PRODUCT, PRODUCT);
            matrix.matmul(matrix).sum().number();
            long started = System.nanoTime();
            matrix.matmul(matrix).sum().number();
            return 2.0 * PRODUCT * PRODUCT * PRODUCT / (System.nanoTime() - started);
        }
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
                PRODUCT);
        out.println("Machine: " + Machine.describe() + "; commit " + Build.commit());
        out.flush();
    }
}
