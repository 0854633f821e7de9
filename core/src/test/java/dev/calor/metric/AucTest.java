package dev.calor.metric;

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
    }
}
