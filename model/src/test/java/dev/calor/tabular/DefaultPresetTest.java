package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.table.Table;
import dev.calor.tensor.Device;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The preset that follows the table; nothing here depends on the presets' numbers. */
class DefaultPresetTest {
    private static long steps(TabularSpec spec) {
        return spec.training().steps();
    }

    @Test
    @DisplayName("fast below 20,000 rows or five minutes, else balanced, with the reason")
    void rule() {
        assertEquals("fast", DefaultPreset.of(8, null).name());
        assertEquals("fast", DefaultPreset.of(19_999, null).name());
        assertEquals("balanced", DefaultPreset.of(20_000, null).name());
        assertEquals("balanced", DefaultPreset.of(20_000, 300.0).name());
        assertEquals("fast", DefaultPreset.of(20_000, 299.0).name());
        assertEquals("fast", DefaultPreset.of(3_000, 3_600.0).name());
        assertEquals("3,000 rows", DefaultPreset.of(3_000, 60.0).reason());
        assertEquals(
                "the time is below five minutes", DefaultPreset.of(20_000, 60.0).reason());
    }

    @Test
    @DisplayName("Steps pass over the rows at most 200 times, at least 1,000 steps, and never more than the preset's")
    void steps() {
        for (String name : new String[] {"fast", "balanced", "best"}) {
            TabularSpec preset = TabularSpec.preset(name);
            long before = 0;
            for (int rows : new int[] {8, 100, 3_000, 10_000, 50_000, 1_000_000}) {
                TabularSpec sensible = DefaultPreset.sensible(preset, rows);
                double passes = steps(sensible) * Math.min(preset.training().batch(), (double) rows) / rows;
                assertTrue(passes <= 201 || steps(sensible) == 1_000, rows + " rows: " + passes + " passes");
                assertTrue(steps(sensible) >= before && steps(sensible) <= steps(preset), "more rows, more steps");
                before = steps(sensible);
                assertEquals(preset, sensible.withSteps(steps(preset)), "nothing else changes");
            }
            assertEquals(preset, DefaultPreset.sensible(preset, 1_000_000));
        }
        assertEquals(20, steps(DefaultPreset.sensible(TabularSpec.preset("fast").withSteps(20), 3_000)));
    }

    @Test
    @DisplayName("The time grows with steps, width and columns, and a limit is kept")
    void time() {
        Table narrow = MixedTables.random(1_000, false, 1);
        TabularSpec fast = TabularSpec.preset("fast");
        double one = TrainingTime.seconds(narrow, fast, Device.CPU);
        assertEquals(2 * one, TrainingTime.seconds(narrow, fast.withSteps(2 * steps(fast)), Device.CPU), 1e-9 * one);
        assertTrue(TrainingTime.seconds(narrow, TabularSpec.preset("balanced"), Device.CPU) > 2 * one);
        assertTrue(TrainingTime.seconds(narrow, TabularSpec.preset("best"), Device.CPU) > 10 * one);
        assertEquals(7, TrainingTime.seconds(narrow, fast.withSeconds(7), Device.CPU));
        assertTrue(Double.isNaN(TrainingTime.seconds(narrow, fast, Device.CUDA)));
    }
}
