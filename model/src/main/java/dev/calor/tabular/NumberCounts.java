package dev.calor.tabular;

import dev.calor.table.ColumnSchema;
import java.io.Serializable;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The distinct numbers of a column and their counts: exact while they are few, otherwise a sketch. Mergeable. */
final class NumberCounts implements Serializable {
    private static final long serialVersionUID = 1;

    /** With more distinct numbers than this, they are sketched. */
    static final int MOST = 1 << 16;

    private final QuantileSketch.Factory sketches;
    private HashMap<Double, Long> counts = new HashMap<>();
    private @Nullable QuantileSketch sketch;

    NumberCounts(QuantileSketch.Factory sketches) {
        this.sketches = sketches;
    }

    /** Adds a number; NaN is left out. */
    void add(double number) {
        if (Double.isNaN(number)) {
            return;
        }
        if (sketch != null) {
            sketch.add(number + 0.0, 1); // −0 is 0
            return;
        }
        counts.merge(number + 0.0, 1L, Long::sum);
        if (counts.size() > MOST) {
            summarise();
        }
    }

    void merge(NumberCounts other) {
        if (other.sketch != null && sketch == null) {
            summarise();
        }
        if (sketch != null) {
            QuantileSketch own = sketch;
            other.counts.forEach(own::add);
            if (other.sketch != null) {
                own.merge(other.sketch);
            }
            return;
        }
        other.counts.forEach((number, count) -> counts.merge(number, count, Long::sum));
        if (counts.size() > MOST) {
            summarise();
        }
    }

    private void summarise() {
        QuantileSketch made = sketches.make();
        new TreeMap<>(counts).forEach(made::add);
        sketch = made;
        counts = new HashMap<>();
    }

    boolean isExact() {
        return sketch == null;
    }

    /** The distinct numbers, in ascending order; empty if they are sketched. */
    SortedMap<Double, Long> exact() {
        return new TreeMap<>(counts);
    }

    /** The distribution of the numbers, of which there is at least one. */
    Quantiles quantiles() {
        return sketch == null ? Quantiles.of(exact()) : Quantiles.of(sketch.numbers(), sketch.counts());
    }

    /** The values as states; null if they do not become states. */
    @Nullable
    FewValues few(ColumnSchema schema) {
        if (sketch != null) {
            return null;
        }
        Decimals decimals = Decimals.of(schema);
        TreeMap<Double, Long> rounded = new TreeMap<>();
        for (Map.Entry<Double, Long> entry : counts.entrySet()) {
            rounded.merge(decimals.nearest(entry.getKey()) + 0.0, entry.getValue(), Long::sum);
        }
        return FewValues.of(schema, rounded);
    }
}
