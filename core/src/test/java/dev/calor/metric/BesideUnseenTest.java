package dev.calor.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.calor.random.RandomStream;
import dev.calor.table.Table;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BesideUnseenTest {
    private static final Table FIVE = Tables.numbers("x", 1, 2, 3, 4, 5);
    private static final Table THREE = Tables.numbers("x", 10, 20, 30);

    @Test
    @DisplayName("Both are cut to the same size; nothing is measured twice; without unseen rows there is one figure")
    void sizes() {
        List<Integer> measured = new ArrayList<>();
        BesideUnseen<Integer> more = BesideUnseen.of(FIVE, THREE, RandomStream.of(1), table -> {
            measured.add((int) table.numbers(0)[table.rows() - 1]);
            return table.rows();
        });
        assertEquals(new BesideUnseen<>(5, 3, 3, 3), more);
        assertEquals(3, measured.size());
        assertEquals(30, measured.get(2), "the last is of unseen rows");
        BesideUnseen<Integer> fewer = BesideUnseen.of(THREE, FIVE, RandomStream.of(1), Table::rows);
        assertEquals(new BesideUnseen<>(3, 3, 3, 3), fewer);
        assertEquals(new BesideUnseen<>("3", "3", "3", 3), fewer.map(String::valueOf));
        BesideUnseen<Integer> none = BesideUnseen.of(FIVE, null, RandomStream.of(1), Table::rows);
        assertEquals(new BesideUnseen<>(5, null, null, 0), none);
        assertNull(none.map(String::valueOf).unseen());
    }
}
