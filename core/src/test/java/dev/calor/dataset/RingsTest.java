package dev.calor.dataset;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.random.ChiSquare;
import dev.calor.random.RandomStream;
import java.util.Arrays;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RingsTest {
    private static final Rings RINGS = Rings.draw(100_000, RandomStream.of(8));

    @Test
    @DisplayName("Circle and colour are those of the point's radius and angle")
    void categoriesFollowFromThePoint() {
        for (int i = 0; i < RINGS.x().length; i++) {
            double radius = Math.sqrt(RINGS.x()[i] * RINGS.x()[i] + RINGS.y()[i] * RINGS.y()[i]);
            // Half the distance between circles is eight deviations: false alarm 1e-10 for all points together.
            assertEquals(Math.round(radius / 0.8) - 1, RINGS.circle()[i]);
            double turn = Math.atan2(RINGS.y()[i], RINGS.x()[i]) / (2 * Math.PI);
            double colour = Math.floor(16 * (turn < 0 ? turn + 1 : turn));
            assertEquals(colour, RINGS.colour()[i]);
        }
    }

    @Test
    @DisplayName("All pairs of circle and colour are equally likely (false alarm 1e-6)")
    void pairsAreUniform() {
        long[] counts = new long[Rings.CIRCLES * Rings.COLOURS];
        for (int i = 0; i < RINGS.x().length; i++) {
            counts[Rings.COLOURS * RINGS.circle()[i] + RINGS.colour()[i]]++;
        }
        double[] uniform = new double[counts.length];
        Arrays.fill(uniform, 1.0 / counts.length);
        ChiSquare.assertFits("circle and colour", counts, uniform);
    }

    @Test
    @DisplayName("Radii have the circles' means and the noise's deviation (false alarm 1e-6 each)")
    void radii() {
        int n = RINGS.x().length;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double radius = Math.sqrt(RINGS.x()[i] * RINGS.x()[i] + RINGS.y()[i] * RINGS.y()[i]);
            double noise = (radius - 0.8 * (RINGS.circle()[i] + 1)) / 0.05;
            sum += noise;
            squares += noise * noise;
        }
        assertEquals(0, sum / n, 4.9 / Math.sqrt(n));
        assertEquals(1, squares / n, 4.9 * Math.sqrt(2.0 / n));
    }

    @Test
    @DisplayName("A negative number of rows is refused")
    void refusals() {
        assertRefused(() -> Rings.draw(-2, RandomStream.of(0)), "-2 rows", "0 to");
        assertEquals(0, Rings.draw(0, RandomStream.of(0)).x().length);
    }
}
