package dev.calor.tabular;

import dev.calor.table.Table;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;

/** An estimate of the time of training on the CPU, before it begins: good for "about ten minutes", not for seconds. */
public final class TrainingTime {
    /** Floating-point operations per second and thread in training; from the preset {@code fast} on Adult, on two cores. */
    private static final double SPEED = 30e9;

    /** A product of the forward pass is a multiplication and an addition, and the backward pass takes two more. */
    private static final double OPERATIONS = 6;

    /**
     * The denoising loss takes the energy's gradient and its derivative: as much as this many further rows per row of
     * data.
     */
    private static final double DENOISING_ROWS = 4;

    private TrainingTime() {}

    /**
     * The seconds that all steps take, or the time limit of the settings where that is shorter; NaN on a GPU, for which
     * there is no estimate.
     */
    public static double seconds(Table table, TabularSpec spec, Device device) {
        if (device == Device.CUDA) {
            return Double.NaN;
        }
        TabularSpec.Training training = spec.training();
        TabularSpec.Network network = spec.network();
        ModelSize size = ModelSize.of(table, spec);
        double width = network.width();
        double products = (network.depth() - 1) * width * width
                + width * (size.numbers() + network.components())
                + (size.finite() + size.numbers()) * width;
        double rows = Math.min(training.batch(), table.rows())
                * (1.0 + training.negatives() + (training.denoising() > 0 ? DENOISING_ROWS : 0));
        double step =
                OPERATIONS * products * rows / (SPEED * Math.min(TabularSpec.Training.MICRO_BATCHES, Engine.threads()));
        return Math.min(training.seconds(), spec.steps(table.rows()) * step);
    }
}
