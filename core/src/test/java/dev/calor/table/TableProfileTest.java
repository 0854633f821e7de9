package dev.calor.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TableProfileTest {
    private static DistinctSample sample(IntStream values) {
        DistinctSample sample = new DistinctSample();
        values.forEach(value -> sample.add("v" + value));
        return sample;
    }

    @Test
    @DisplayName("Few values are counted exactly; parts merge into the whole")
    void few() {
        DistinctSample merged = sample(IntStream.range(0, 3000));
        merged.merge(sample(IntStream.range(1000, 4000)));
        assertTrue(merged.isWhole());
        assertEquals(6000, merged.rows());
        assertEquals(4000, merged.distinct());
        assertEquals(2, merged.counts().get("v2000"));
    }

    @Test
    @DisplayName("Of many values the same are kept whatever the parts, with exact counts")
    void many() {
        DistinctSample whole = sample(IntStream.range(0, 200_000).map(i -> i % 50_000));
        DistinctSample merged = sample(IntStream.range(150_000, 200_000).map(i -> i % 50_000));
        merged.merge(sample(IntStream.range(0, 3)));
        merged.merge(sample(IntStream.range(3, 150_000).map(i -> i % 50_000)));
        assertFalse(whole.isWhole());
        Map<String, Long> kept = new TreeMap<>(whole.counts());
        assertEquals(kept, new TreeMap<>(merged.counts()));
        assertEquals(DistinctSample.MOST, kept.size());
        assertTrue(kept.values().stream().allMatch(count -> count == 4));
        // four standard errors of 1.6 %: a false alarm in 16,000 choices of the hash
        assertEquals(50_000, (double) whole.distinct(), 4 * 0.016 * 50_000);
    }

    private static TableProfile profile(String... values) {
        TableProfile profile = new TableProfile(List.of("x"), Arrays.asList((String) null));
        for (String value : values) {
            profile.add(new String[] {value});
        }
        return profile;
    }

    @Test
    @DisplayName("A merged profile gives the schema of the whole; other columns are refused")
    void schema() throws IOException {
        TableProfile whole = profile("1", "2.50", "?", "3", "1").merge(profile("-7", ""));
        ColumnSchema column = whole.infer(Set.of(), none -> List.of()).column("x");
        assertEquals(ColumnType.NUMERIC, column.type());
        assertEquals(-7, column.minimum());
        assertEquals(2, column.missing());
        assertEquals(7, whole.rows());
        TableProfile other = new TableProfile(List.of("y"), Arrays.asList((String) null));
        assertThrows(IllegalArgumentException.class, () -> whole.merge(other));
        assertThrows(IllegalArgumentException.class, () -> other.infer(Set.of(), none -> List.of()));
    }
}
