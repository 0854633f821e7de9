package dev.calor.metric;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RandomRowsTest {
    private static final Table NUMBERED =
            Tables.numbers("n", IntStream.range(0, 1000).mapToDouble(i -> i).toArray());

    @Test
    @DisplayName("Rows chosen at random: as many as asked, in order, none twice; fewer are left as they are")
    void some() {
        double[] chosen =
                RandomRows.some(NUMBERED, 500, RandomStream.of(6)).numbers(0).clone();
        assertEquals(500, chosen.length);
        for (int i = 1; i < chosen.length; i++) {
            assertTrue(chosen[i] > chosen[i - 1]);
        }
        // 4.4 standard errors, of 9.1; one in 100,000 seeds fails
        assertEquals(499.5, Arrays.stream(chosen).average().orElse(0), 40);
        assertSame(NUMBERED, RandomRows.some(NUMBERED, 1000, RandomStream.of(5)));
        assertEquals(0, RandomRows.some(NUMBERED, 0, RandomStream.of(5)).rows());
        assertRefused(() -> RandomRows.some(NUMBERED, -1, RandomStream.of(5)), "-1 rows", "0 or more");
    }
}
