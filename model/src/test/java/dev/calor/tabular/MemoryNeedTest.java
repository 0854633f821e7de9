package dev.calor.tabular;

import static dev.calor.Refusal.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.Table;
import dev.calor.tensor.Device;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MemoryNeedTest {
    private static final Table TABLE = MixedTables.random(1000, false, 1);
    private static final TabularSpec SPEC = TabularSpec.preset("fast");

    private static MemoryNeed need(TabularSpec spec) {
        return MemoryNeed.of(TABLE, spec, Device.CPU);
    }

    @Test
    @DisplayName("Rows count for the table, width squared for the network, rows times negatives times depth for a step")
    void grows() {
        MemoryNeed one = need(SPEC);
        assertEquals(
                2 * one.table(),
                MemoryNeed.of(TABLE.followedBy(TABLE), SPEC, Device.CPU).table());
        TabularSpec plain = SPEC.with("denoising", "0");
        assertEquals(
                need(plain).step() * 9 / 2, need(plain.with("negatives", "8")).step(), 1);
        assertTrue(need(plain).step() < one.step(), "denoising takes memory, too");
        assertEquals(one.step() / 2, need(SPEC.with("batch", "256")).step(), 1);
        double wide = need(SPEC.with("width", "20000")).network();
        assertEquals(4, need(SPEC.with("width", "40000")).network() / wide, 0.05);
    }

    @Test
    @DisplayName("The network is at least what the model has: its weights, four or five times")
    void weights() throws java.io.IOException {
        try (TabularModel model = TabularModel.fit(TABLE, SPEC.withSteps(1))) {
            double kept = 5.0 * Float.BYTES * model.parameters();
            double need = need(SPEC).network();
            assertTrue(kept < need && need < 3 * kept, kept + " of " + need);
        }
    }

    @Test
    @DisplayName("More than the available memory is refused, with the largest part and what to lower")
    void refused() {
        assertRefused(
                () -> new MemoryNeed(1e6, 1e6, 9e9, 1e6).require(8e9, SPEC),
                "there are 8.0 GB",
                "lower the batch, 512");
        assertRefused(() -> need(SPEC.with("width", "20000")).require(8e9, SPEC), "8.0 GB", "lower the width");
        assertRefused(() -> new MemoryNeed(9e9, 1e6, 1e6, 1e6).require(8e9, SPEC), "the table 9.0 GB", "fewer rows");
        need(SPEC).require(8e9, SPEC);
        assertTrue(Device.CPU.memory() > 1e8);
    }

    @Test
    @DisplayName(
            "Before rows are read it is known how many fit within a limit, and whether Java can hold them without one")
    void rowsBefore() {
        int most = MemoryNeed.mostRows(3, 2e9);
        assertTrue(most > 1_000_000 && most < 10_000_000, "" + most);
        assertTrue(MemoryNeed.mostRows(30, 2e9) < most);
        assertTrue(MemoryNeed.mostRows(3, 1) > 0);
        MemoryNeed.requireHeap(1_000, 10);
        assertRefused(() -> MemoryNeed.requireHeap(Integer.MAX_VALUE, 1_000), "2,147,483,647 rows", "--memory 4GB");
    }
}
