package dev.calor.lab.speed;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.Rides;
import dev.calor.energy.EvaluationCount;
import dev.calor.lab.Lab;
import dev.calor.random.RandomStream;
import dev.calor.table.Column;
import dev.calor.table.Table;
import dev.calor.tabular.Condition;
import dev.calor.tabular.TabularModel;
import dev.calor.tabular.TabularSpec;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SamplingSpeedTest {
    private static final int ROWS = 40;

    private static TabularModel tiny(String steps, String correctEvery) throws IOException {
        TabularSpec spec = TabularSpec.preset("fast")
                .with("width", "16")
                .with("depth", "2")
                .with("components", "3")
                .with("batch", "32")
                .with("reverseSteps", steps)
                .with("correctEvery", correctEvery)
                .with("tries", "0") // conditions are kept by the sampler, not by drawing until a row satisfies them
                .withSteps(2);
        return TabularModel.fit(Rides.days(2000, RandomStream.of(1)), spec);
    }

    @Test
    @DisplayName("A gradient per step but the first, from pure noise; a correction has three and saves the next step's")
    void gradients() throws IOException {
        try (TabularModel model = tiny("6", "0")) {
            SamplingSpeed.Result result = new SamplingSpeed(ROWS, 1).measure(model, Device.CPU);
            assertEquals(5, result.gradients());
            assertEquals(0, result.evaluations());
            assertTrue(result.seconds() > 0 && result.peak() > 0, result.toString());
        }
        try (TabularModel model = tiny("6", "2")) {
            // Steps 1, 3 and 5 need their own; corrections follow on 1, 3 and 5.
            assertEquals(
                    3 + 3 * 3,
                    new SamplingSpeed(ROWS, 1).measure(model, Device.CPU).gradients());
        }
    }

    @Test
    @DisplayName("Operations are four per gradient and weight of the folded network")
    void operations() throws IOException {
        try (TabularModel model = tiny("3", "0")) {
            // Levels: four seasons, seven weekdays twice (once of the date), four weathers and a missing one. Numbers:
            // three,
            // each also whitened and in 16 bins; no value is frequent. Eight features of the noise level. The first
            // layer
            // has columns for its width and for the three components.
            int inputs = 4 + 7 + 7 + 5 + 3 + 3 + 3 * 16 + 8;
            int weights = inputs * (16 + 3) + 16 * 16 + 16 * 3;
            assertEquals(
                    2 * 4.0 * weights,
                    new SamplingSpeed(ROWS, 1).measure(model, Device.CPU).operations());
        }
    }

    @Test
    @DisplayName(
            "Conditions cost a correction per step; energies alone count as evaluations; rows are those without counting")
    void answers() throws IOException {
        try (TabularModel model = tiny("4", "0")) {
            EvaluationCount count = new EvaluationCount();
            TabularModel counting = model.counting(count);
            Condition summer = Condition.parse("season=summer", model.schema());
            Table plain = model.sample(ROWS, List.of(summer), false, 7, share -> {});
            Table counted = counting.sample(ROWS, List.of(summer), false, 7, share -> {});
            assertArrayEquals(numbers(plain), numbers(counted));
            assertEquals(0, count.gradients() % ROWS);
            assertEquals(4 * 3, count.gradients() / ROWS);
            assertEquals(0, count.evaluations());
            counting.classify(Rides.days(10, RandomStream.of(2)), "season", 1);
            assertTrue(count.evaluations() > 0);
        }
    }

    private static double[] numbers(Table table) {
        return ((Column.Numbers) table.columns().get(4)).values();
    }

    @Test
    @DisplayName("The command prints figures of a saved model, and refuses what contradicts")
    void command(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("tiny.calor");
        try (TabularModel model = tiny("3", "0")) {
            model.save(file);
        }
        Lab.Outcome outcome = Lab.run("speed --sampling --rows 20 --rounds 1 --threads 1 --model " + file);
        assertEquals(0, outcome.code(), outcome.err());
        assertTrue(outcome.out().contains("a draw of 20 rows of 6 columns, network 16 × 2"), outcome.out());
        assertTrue(outcome.out().matches("(?s).*gradients per row +2\\.0\n.*"), outcome.out());
        assertTrue(outcome.out().matches("(?s).*forward evaluations per row +0\\.0\n.*"), outcome.out());
        assertTrue(outcome.out().matches("(?s).* % of the \\d+ of a 2048³ matrix product\n.*"), outcome.out());

        Lab.Outcome both = Lab.run("speed --sampling --model " + file + " --table people.csv");
        assertTrue(both.code() != 0 && both.err().contains("give one of them"), both.err());
        assertThrows(IllegalArgumentException.class, () -> new SamplingSpeed(0, 1));
    }
}
