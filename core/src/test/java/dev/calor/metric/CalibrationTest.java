package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class CalibrationTest {
    private static final double ROUNDING = 1e-15;

    @Test
    @DisplayName("Two classes, by hand")
    void twoClasses() {
        double[][] p = {{0.3, 0.7}, {0.28, 0.72}, {0.9, 0.1}, {0.5, 0.5}};
        int[] truth = {1, 0, 0, 1};
        Calibration found = Calibration.of(p, truth);
        // Confidences .7 and .72 share the bin (10/15, 11/15], one of two is right; .9 is right; .5 predicts class 0,
        // wrongly.
        assertEquals((Math.abs(1 - 1.42) + Math.abs(1 - 0.9) + 0.5) / 4, found.error(), ROUNDING);
        assertEquals((0.3 * 0.3 + 0.72 * 0.72 + 0.1 * 0.1 + 0.5 * 0.5) / 4, found.brier(), ROUNDING);
        assertEquals(-(Math.log(0.7) + Math.log(0.28) + Math.log(0.9) + Math.log(0.5)) / 4, found.logLoss(), ROUNDING);
        assertEquals(0.5, found.accuracy());
        assertEquals(15, found.bins().size());
        Calibration.Bin bin = found.bins().get(10);
        assertEquals(2, bin.rows());
        assertEquals(0.71, bin.confidence(), ROUNDING);
        assertEquals(0.5, bin.accuracy());
        assertEquals(10.0 / 15, bin.from());
        assertEquals(11.0 / 15, bin.to());
        assertEquals(0, found.bins().get(0).rows());
        assertEquals(Double.NaN, found.bins().get(0).accuracy());
    }

    @Test
    @DisplayName("Three classes, by hand; a certainty that fails costs −log 2.2e-16, not infinity")
    void threeClasses() {
        Calibration found = Calibration.of(new double[][] {{0.2, 0.5, 0.3}, {1, 0, 0}}, new int[] {1, 2});
        assertEquals((0.04 + 0.25 + 0.09 + 1 + 0 + 1) / 2, found.brier(), ROUNDING);
        assertEquals((Math.log(2) - Math.log(Math.ulp(1.0))) / 2, found.logLoss(), 1e-14);
        assertEquals((0.5 + 1) / 2, found.error(), ROUNDING);
        assertEquals(1, found.bins().get(14).rows());
    }

    @Test
    @DisplayName("Bins are closed above: 9/15 = 0.6 belongs to the ninth")
    void edges() {
        Calibration found = Calibration.of(new double[][] {{0.6, 0.4}, {0.61, 0.39}}, new int[] {0, 0});
        assertEquals(1, found.bins().get(8).rows());
        assertEquals(1, found.bins().get(9).rows());
    }

    @Test
    @DisplayName("Probabilities that are the distribution are calibrated up to noise (false alarm 1e-6)")
    void calibrated() {
        RandomStream random = RandomStream.of(11);
        int rows = 50_000;
        double[][] p = new double[rows][];
        int[] truth = new int[rows];
        int[] reversed = new int[rows];
        for (int row = 0; row < rows; row++) {
            double second = random.nextDouble();
            p[row] = new double[] {1 - second, second};
            truth[row] = random.nextDouble() < second ? 1 : 0;
            reversed[row] = 1 - truth[row];
        }
        // Eight bins of 6,250 rows: |mean of hits − confidence| has a mean below √(2/π · ¼/6250) = .005 each, and the
        // mean of the eight
        // deviates by .0014.
        assertTrue(Calibration.of(p, truth).error() < 0.012);
        // Reversed, accuracy is 1 − confidence: E|2c − 1| = ½ for c uniform on [½, 1].
        assertEquals(0.5, Calibration.of(p, reversed).error(), 0.012);
    }

    @Test
    @DisplayName("Invalid probabilities and classes are refused")
    void refusals() {
        assertRefused(() -> Calibration.of(new double[0][], new int[0]), "0 rows");
        assertRefused(() -> Calibration.of(new double[][] {{0.5, 0.5}}, new int[2]), "1 rows", "2 true classes");
        assertRefused(() -> Calibration.of(new double[][] {{1}}, new int[1]), "row 0", "at least two");
        assertRefused(() -> Calibration.of(new double[][] {{0.5, 0.6}}, new int[1]), "[0.5, 0.6]", "sum to 1");
        assertRefused(() -> Calibration.of(new double[][] {{-0.5, 1.5}}, new int[1]), "none negative");
        assertRefused(() -> Calibration.of(new double[][] {{Double.NaN, 1}}, new int[1]), "NaN");
        assertRefused(() -> Calibration.of(new double[][] {{0.5, 0.5}}, new int[] {2}), "class 2", "0 to 1");
    }
}
