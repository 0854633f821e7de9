package dev.calor.dataset;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the mean of −log p is the entropy of the density is tested with the density, by quadrature, in {@link Toy2dTest}. */
class EntropyTest {
    @Test
    @DisplayName("Where the cells tile the checkerboard, its entropy is the logarithm of the number of cells, exactly")
    void checkerboard() {
        for (int digits = 4; digits <= 16; digits += 4) {
            Discretisation cells = new Discretisation(2, digits, 7); // cells of side 2^(4 − digits)
            Entropy entropy = Entropy.of(Toy2d.CHECKERBOARD, cells, 100, RandomStream.of(0));
            assertEquals((5 + 2 * (digits - 4)) * Math.log(2), entropy.nats(), 1e-12);
            assertEquals(0, entropy.standardError(), 1e-14);
        }
    }

    @Test
    @DisplayName(
            "It is the entropy of the rows: as estimated from counts, where cells are few and narrow enough for both")
    void entropyOfRows() {
        // 8 bits: cells of 0.05 against a deviation of 0.35 make the formula err by 2 · 0.05²/(24 · 0.35²) = 0.0017 at
        // most. A
        // million draws fill about 20,000 cells; Miller and Madow's correction (cells − 1)/(2 · draws) leaves a bias
        // well below
        // the tolerance.
        Discretisation cells = new Discretisation(2, 8, 5);
        Map<Integer, Integer> counts = new HashMap<>();
        int draws = 1_000_000;
        for (double[] point : Toy2d.EIGHT_GAUSSIANS.draw(draws, RandomStream.of(4))) {
            counts.merge((int) cells.space().index(cells.encode(point[0], point[1])), 1, Integer::sum);
        }
        double plugIn = (counts.size() - 1.0) / (2 * draws);
        for (int count : counts.values()) {
            double share = (double) count / draws;
            plugIn -= share * Math.log(share);
        }
        Entropy entropy = Entropy.of(Toy2d.EIGHT_GAUSSIANS, cells, 200_000, RandomStream.of(5));
        // 4.9 standard errors of both estimates, of which the counts' is smaller: false alarm 1e-6.
        assertEquals(entropy.nats(), plugIn, 2 * 4.9 * entropy.standardError());
    }

    @ParameterizedTest
    @CsvSource({
        "2spirals, 20.02",
        "8gaussians, 20.02",
        "circles, 20.56",
        "moons, 19.73",
        "pinwheel, 19.56",
        "swissroll, 20.14",
        "checkerboard, 20.69"
    })
    @DisplayName("The floors of the paper's table agree with an independent estimate")
    void floors(String name, double published) {
        Toy2d set = Toy2d.named(name);
        // The scale depends on its 5,000 draws: the median of eleven moves less than one.
        double[] floors = new double[11];
        Entropy unit = Entropy.of(set, new Discretisation(2, 1, 1), 10_000, RandomStream.of(21));
        for (int i = 0; i < floors.length; i++) {
            Discretisation cells = Discretisation.of(set, 2, RandomStream.of(22).child(i));
            floors[i] = unit.nats() + 2 * Math.log(2 / cells.cellWidth());
        }
        Arrays.sort(floors);
        // 0.04 for the other's scale, and 4.9 standard errors.
        assertEquals(published, floors[5], 0.04 + 4.9 * unit.standardError());
        assertTrue(unit.standardError() < 0.02);
    }

    @Test
    @DisplayName("One draw has no standard error")
    void refusals() {
        assertRefused(
                () -> Entropy.of(Toy2d.MOONS, new Discretisation(2, 16, 5), 1, RandomStream.of(0)),
                "1 draws",
                "2 or more");
    }
}
