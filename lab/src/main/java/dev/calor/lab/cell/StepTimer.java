package dev.calor.lab.cell;

import dev.calor.train.TrainingEvent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** Listens to training and times its steps, between one report and the next; the first ones, which warm up, do not count. */
public final class StepTimer implements Consumer<TrainingEvent> {
    private final List<Double> milliseconds = new ArrayList<>();
    private long step = -1;
    private long time;

    @Override
    public void accept(TrainingEvent event) {
        if (event instanceof TrainingEvent.Progress) {
            long now = System.nanoTime();
            if (step >= 0) {
                milliseconds.add((now - time) / 1e6 / (event.step() - step));
            }
            step = event.step();
            time = now;
        }
    }

    /** The median over intervals; NaN where there were not two reports. */
    public double median() {
        return median(milliseconds.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** NaN of none. */
    public static double median(double[] numbers) {
        double[] sorted = numbers.clone();
        Arrays.sort(sorted);
        return sorted.length == 0 ? Double.NaN : sorted[sorted.length / 2];
    }
}
