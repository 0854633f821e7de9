package dev.calor.tabular;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a model of a table is trained: ours, the paper's by the heat of their categories, and its rival. */
public enum Method {
    /** Energy discrepancy at every level of noise, on all scales: ours, and the default. */
    ANNEALED(Structure.UNIFORM),
    /** TabED-Uni: categories redrawn uniformly. */
    TABED_UNI(Structure.UNIFORM),
    /** TabED-Grid: one random category redrawn. */
    TABED_GRID(Structure.UNIFORM),
    /** TabED-Cyc: every category on a ring. */
    TABED_CYC(Structure.CYCLIC),
    /** TabED-Ord: every category on a path. */
    TABED_ORD(Structure.ORDINAL),
    /** TabED-Str: every category on the graph its schema names. */
    TABED_STR(Structure.OWN),
    /** Categories masked. */
    TABED_MASK(Structure.MASK),
    /** TabCD: contrastive divergence with short chains from the data. */
    TAB_CD(Structure.UNIFORM);

    private final Structure structure;

    Method(Structure structure) {
        this.structure = structure;
    }

    Structure structure() {
        return structure;
    }

    /** Whether the energy is told the level of noise and sampled from noise to data. */
    boolean annealed() {
        return this == ANNEALED;
    }

    /** By the name it has on the command line. */
    public static Method named(String name) {
        for (Method method : values()) {
            if (method.toString().equals(name)) {
                return method;
            }
        }
        throw new IllegalArgumentException("'" + name + "' is not a method: there are "
                + Arrays.stream(values()).map(Method::toString).collect(Collectors.joining(", ")));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
