package dev.calor.random;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class DrawTableTest {
    @Property
    @Label("A table holds the distribution it was given, to 40 bits")
    void holdsItsDistribution(@ForAll @Size(min = 1, max = 200) List<@DoubleRange(min = 0, max = 1e6) Double> list) {
        double[] weights = list.stream().mapToDouble(Double::doubleValue).toArray();
        double total = Arrays.stream(weights).sum();
        Assume.that(total > 0);
        double[] probabilities =
                Arrays.stream(weights).map(weight -> weight / total).toArray();
        for (DrawTable table : tables(weights)) {
            // A boundary is off by at most half of 2^−40 on either side.
            assertArrayEquals(probabilities, table.probabilities(weights.length), 1e-12);
        }
    }

    @Test
    @DisplayName("Draws follow the distribution, also where it is zero (false alarm 1e-6)")
    void drawsFollowTheDistribution() {
        double[] weights = {0, 1e-3, 5, 0, 0.2, 3, 3, 1e-9};
        for (DrawTable table : tables(weights)) {
            RandomStream random = RandomStream.of(3);
            long[] counts = new long[weights.length];
            for (int i = 0; i < 1_000_000; i++) {
                counts[table.draw(random)]++;
            }
            ChiSquare.assertFits("draws", counts, table.probabilities(weights.length));
            assertEquals(0, counts[0] + counts[3]);
        }
    }

    private static List<DrawTable> tables(double[] weights) {
        double total = Arrays.stream(weights).sum();
        return List.of(AliasTable.of(weights, total), RankedTable.of(weights, total), DrawTable.of(weights));
    }

    @Test
    @DisplayName("Concentrated distributions are ranked, spread ones aliased")
    void choosesByConcentration() {
        double[] geometric = new double[1000];
        Arrays.setAll(geometric, i -> Math.pow(0.9, i));
        assertInstanceOf(RankedTable.class, DrawTable.of(geometric)); // ten entries on average
        Arrays.fill(geometric, 1);
        assertInstanceOf(AliasTable.class, DrawTable.of(geometric));
    }

    @Test
    @DisplayName("Invalid weights are refused, with their value")
    void refusesWhatIsNoDistribution() {
        assertRefused(() -> DrawTable.of(1, -2), "weight 1 is -2.0", "finite and at least 0");
        assertRefused(() -> DrawTable.of(Double.NaN), "weight 0 is NaN");
        assertRefused(() -> DrawTable.of(Double.POSITIVE_INFINITY), "weight 0 is Infinity");
        assertRefused(() -> DrawTable.of(0, 0), "the 2 weights sum to 0.0", "at least one must be positive");
        assertRefused(() -> DrawTable.of(), "the 0 weights sum to 0.0");
        assertRefused(
                () -> DrawTable.of(new double[DrawTable.LONGEST + 1]), "16777217 states", "at most 16777216 states");
    }
}
