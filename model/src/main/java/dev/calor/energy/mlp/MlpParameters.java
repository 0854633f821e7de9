package dev.calor.energy.mlp;

import dev.calor.rows.OneHot;
import dev.calor.space.ProductSpace;
import java.util.LinkedHashMap;
import java.util.Map;

/** The parameters of an {@link MlpEnergy} by name, for files: they are known before the network is made. */
public final class MlpParameters {
    private MlpParameters() {}

    /**
     * The shape of every parameter, in the order of {@link MlpEnergy#parameters}.
     *
     * @param derived the inputs of the network besides its columns
     * @throws IllegalArgumentException if they are of other columns than the space has
     */
    public static Map<String, long[]> shapes(
            ProductSpace space, MlpEnergy.Architecture architecture, DerivedInputs derived) {
        OneHot layout = new OneHot(space);
        InputCounts counts = InputCounts.of(space, architecture, derived);
        long numbers = counts.numbers();
        long levels = counts.levelFeatures();
        long width = architecture.width();
        long components = architecture.components();
        Map<String, long[]> shapes = new LinkedHashMap<>();
        shapes.put("embedding", shape(layout.slots(), architecture.embedding()));
        shapes.put("first.categories", shape((long) layout.columns() * architecture.embedding(), width));
        if (numbers > 0) {
            shapes.put("first.numbers", shape(numbers, width));
        }
        if (levels > 0) {
            shapes.put("first.level", shape(levels, width));
        }
        if (counts.features() > 0) {
            shapes.put("first.features", shape(counts.features(), width));
        }
        shapes.put("first.bias", shape(width));
        for (int layer = 1; layer < architecture.depth(); layer++) {
            shapes.put("hidden." + layer + ".weight", shape(width, width));
            shapes.put("hidden." + layer + ".bias", shape(width));
        }
        if (architecture.learnableSlope()) {
            for (int layer = 0; layer < architecture.depth(); layer++) {
                shapes.put("slope." + layer, shape(1));
            }
        }
        shapes.put("last.weight", shape(components, width));
        shapes.put("last.bias", shape(components));
        if (components > 1) {
            shapes.put("direct", shape(layout.slots() + numbers + levels + counts.whitened(), components));
        }
        if (!derived.crosses().isEmpty()) {
            Crosses crosses = new Crosses(layout, derived.crosses());
            shapes.put("crosses.embedding", shape(crosses.cells(), architecture.embedding()));
            shapes.put("first.crosses", shape((long) crosses.count() * architecture.embedding(), width));
        }
        return shapes;
    }

    private static long[] shape(long... extents) {
        return extents;
    }
}
