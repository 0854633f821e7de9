package dev.calor.train;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.tensor.Device;
import dev.calor.tensor.Pieces;
import dev.calor.tensor.Scope;
import dev.calor.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Updates of one number, against the formulas written out. */
class AdamTest {
    private static TrainingPlan plan(double average) {
        return new TrainingPlan(1_000, 1, LearningRate.constant(0.1), Double.POSITIVE_INFINITY, 0, average, 1, 0);
    }

    @Test
    @DisplayName("Weights follow Adam's formulas, and their moving average has the decay of the step")
    void update() {
        TrainingPlan plan = plan(0.9);
        try (Scope scope = Scope.open();
                Pieces workers = Pieces.inTurn()) {
            Tensor weight = Tensor.full(Device.CPU, 2, 1);
            try (Adam adam = new Adam(List.of(weight), plan)) {
                double x = 2;
                double mean = 0;
                double square = 0;
                double average = 2;
                for (int step = 0; step < 500; step++) {
                    double gradient = Math.sin(step) + x;
                    adam.update(List.of(Tensor.full(Device.CPU, gradient, 1)), step, 0.1, workers);
                    mean = 0.9 * mean + 0.1 * gradient;
                    square = 0.999 * square + 0.001 * gradient * gradient;
                    x -= 0.1
                            * (mean / (1 - Math.pow(0.9, step + 1)))
                            / (Math.sqrt(square / (1 - Math.pow(0.999, step + 1))) + 1e-8);
                    double decay = Math.min(0.9, (1.0 + step) / (40 + step));
                    average = decay * average + (1 - decay) * x;
                    assertEquals(x, weight.number(), 1e-4, "step " + step); // float32, amplified over the steps
                    assertEquals(average, adam.averages().get(0).number(), 1e-4, "average of step " + step);
                }
            }
        }
    }

    @Test
    @DisplayName(
            "The average spans a fortieth of the steps done, until the plan's decay is reached; no average has no decay")
    void decay() {
        assertEquals(1 / 40.0, plan(0.999).decay(0));
        assertEquals(4_001 / 4_040.0, plan(0.999).decay(4_000));
        assertEquals(0.999, plan(0.999).decay(38_961), 1e-9); // the first step with 40,001 / 40,040 or more
        assertEquals(0.999, plan(0.999).decay(1_000_000));
        assertEquals(0, plan(0).decay(10));
    }
}
