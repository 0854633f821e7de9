package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AucTest {
    @Test
    @DisplayName("By hand: of six pairs four are in order, one is tied")
    void golden() {
        double[] scores = {0.9, 0.5, 0.2, 0.5, 0.3};
        boolean[] positive = {true, true, true, false, false};
        // 0.9 beats both; 0.5 ties one and beats one; 0.2 beats none.
        assertEquals(3.5 / 6, Auc.of(scores, positive), 1e-16);
        assertEquals(Double.NaN, Auc.of(scores, new boolean[5]));
    }

    @Property(tries = 300)
    @Label("It is the mean over pairs, ties counting half")
    void pairs(@ForAll @Size(min = 2, max = 30) List<@IntRange(min = -8, max = 8) Integer> drawn) {
        // The last bit decides the kind, the rest the score: ties within and between kinds are frequent.
        double[] scores = drawn.stream().mapToDouble(value -> value >> 1).toArray();
        boolean[] positive = new boolean[scores.length];
        IntStream.range(0, scores.length).forEach(i -> positive[i] = (drawn.get(i) & 1) == 1);
        double sum = 0;
        int pairs = 0;
        for (int i = 0; i < scores.length; i++) {
            for (int j = 0; j < scores.length; j++) {
                if (positive[i] && !positive[j]) {
                    sum += scores[i] > scores[j] ? 1 : scores[i] == scores[j] ? 0.5 : 0;
                    pairs++;
                }
            }
        }
        assertEquals(sum / pairs, Auc.of(scores, positive), 1e-15);
        if (pairs > 0) {
            assertEquals(sum / pairs, area(RocCurve.of(scores, positive)), 1e-14); // up to 60 sums
        }
    }

    /** Under straight lines between the points of a curve. */
    private static double area(RocCurve curve) {
        double area = 0;
        for (int i = 1; i < curve.points().size(); i++) {
            RocCurve.Point from = curve.points().get(i - 1);
            RocCurve.Point to = curve.points().get(i);
            area += (to.falsePositives() - from.falsePositives()) * (to.truePositives() + from.truePositives()) / 2;
        }
        return area;
    }

    @Test
    @DisplayName("A ROC curve by hand; ties pass together; thinned it keeps its ends; one kind alone has none")
    void rocCurve() {
        RocCurve curve =
                RocCurve.of(new double[] {0.9, 0.5, 0.2, 0.5, 0.3}, new boolean[] {true, true, true, false, false});
        assertEquals(
                List.of(point(0, 0), point(0, 1 / 3.0), point(0.5, 2 / 3.0), point(1, 2 / 3.0), point(1, 1)),
                curve.points());
        assertEquals(
                List.of(point(0, 0), point(0.5, 2 / 3.0), point(1, 1)),
                curve.thinned(2).points());
        assertEquals(curve, curve.thinned(4));
        assertRefused(() -> RocCurve.of(new double[2], new boolean[2]), "0 positive and 2 negative");
    }

    private static RocCurve.Point point(double falsePositives, double truePositives) {
        return new RocCurve.Point(falsePositives, truePositives);
    }
}
