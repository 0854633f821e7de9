package dev.calor.lab.image;

import dev.calor.dataset.ImageSet;
import dev.calor.lab.cell.StepTimer;
import dev.calor.tensor.Device;
import dev.calor.train.TrainingEvent;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of all commands on images: data, method and training. */
final class ImageOptions {
    @Option(
            names = "--data",
            paramLabel = "SET",
            defaultValue = "static-mnist",
            description = "static-mnist, dynamic-mnist or omniglot (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String data;

    @Option(
            names = "--method",
            split = ",",
            defaultValue = "ed-grid",
            description =
                    "ed-bern, ed-grid, ed-focus, ed-wide, ed-annealed, cd-K, pcd or pcd-K with K transitions; with --speed, several "
                            + "(default: ${DEFAULT-VALUE}).")
    private List<String> methods = List.of();

    @Option(
            names = "--sampler",
            defaultValue = "dula",
            description = "Chains of cd and pcd: gibbs, gwg, dula or dmala (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String sampler;

    @Option(names = "--steps", defaultValue = "50000", description = "Updates (default: ${DEFAULT-VALUE}).")
    private long steps;

    @Option(
            names = "--seconds",
            description = "Time limit of training; the rate then follows the time (default: none).")
    private @Nullable Double seconds;

    @Option(names = "--batch", defaultValue = "100", description = "Images per step (default: ${DEFAULT-VALUE}).")
    private int batch;

    @Option(
            names = "--negatives",
            split = ",",
            defaultValue = "32",
            description = "M; with --speed, several (default: ${DEFAULT-VALUE}).")
    private List<Integer> negatives = List.of();

    @Option(
            names = "--epsilon",
            defaultValue = "0.001",
            description = "The probability of a flip in ed-bern (default: ${DEFAULT-VALUE}).")
    private double epsilon;

    @Option(
            names = "--denoising",
            description = "Weight of the denoising term of ed-annealed; at 1 it is a bound of the NLL (default: 1).")
    private @Nullable Double denoising;

    @Option(
            names = "--rate",
            defaultValue = "1e-4",
            description = "Learning rate after the warm-up; it falls along a cosine (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(
            names = "--warmup",
            defaultValue = "1000",
            description = "Steps of linear growth of the rate (default: ${DEFAULT-VALUE}).")
    private int warmup;

    @Option(
            names = "--channels",
            defaultValue = "64",
            description = "Channels of the network (default: ${DEFAULT-VALUE}).")
    private int channels;

    @Option(
            names = "--blocks",
            defaultValue = "6",
            description = "Residual blocks after the two that halve the side (default: ${DEFAULT-VALUE}).")
    private int blocks;

    @Option(
            names = "--shrink",
            defaultValue = "1",
            description = "Factor by which images are made smaller: 1, 2, 7 or 14 (default: ${DEFAULT-VALUE}).")
    private int shrink;

    @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--device", defaultValue = "auto", description = "cpu, cuda or auto (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init")
    private String device;

    @Option(names = "--checkpoint", paramLabel = "FILE", description = "Save the run here, and resume from it.")
    private @Nullable Path checkpoint;

    /** A run per method and, where it has negatives, a number of them. */
    List<ImageExperiment> runs() {
        ImageSet set = ImageSet.named(data);
        List<ImageExperiment> runs = new ArrayList<>();
        for (String name : methods) {
            ImageMethod method = ImageMethod.named(name);
            for (int count : method.hasChains() ? negatives.subList(0, 1) : negatives) {
                runs.add(new ImageExperiment(
                        set,
                        shrink,
                        method,
                        ImageMethod.Chains.named(sampler),
                        steps,
                        batch,
                        count,
                        epsilon,
                        rate,
                        warmup,
                        channels,
                        blocks,
                        seed,
                        seconds,
                        denoising));
            }
        }
        return runs;
    }

    Device place() {
        return Device.named(device);
    }

    @Nullable
    Path checkpoint() {
        return checkpoint;
    }

    /** One line of progress. */
    static void tell(PrintWriter err, TrainingEvent event, StepTimer timer) {
        if (event instanceof TrainingEvent.Progress progress) {
            err.printf(
                    Locale.ROOT,
                    "step %,d: loss %.4f, %.2f ms per step%n",
                    progress.step(),
                    progress.loss(),
                    timer.median());
        } else if (!(event instanceof TrainingEvent.Saved)) {
            err.println(event);
        }
        err.flush();
    }
}
