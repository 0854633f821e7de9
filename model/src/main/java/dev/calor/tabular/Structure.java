package dev.calor.tabular;

import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.GraphSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.Uniform;
import dev.calor.table.ColumnType;
import java.util.ArrayList;
import java.util.List;

/** The graph over which heat flows in the finite columns: the same kind for all of them, or one per column. */
enum Structure {
    UNIFORM,
    CYCLIC,
    ORDINAL,
    /** By the type of the column: a ring if cyclic, a path if ordinal, otherwise a complete graph. */
    OWN,
    MASK;

    /** The space of a column of {@code levels} levels, with one more state if values are missing. */
    FiniteSpace space(ColumnType type, int levels, boolean missing) {
        int states = levels + (missing ? 1 : 0);
        return switch (this) {
            case UNIFORM -> new Uniform(states);
            case CYCLIC -> new Cyclic(states);
            case ORDINAL -> new Ordinal(states);
            case MASK -> new Absorbing(states + 1);
            case OWN ->
                type != ColumnType.CYCLIC && type != ColumnType.ORDINAL
                        ? new Uniform(states)
                        : missing
                                ? withMissing(type, levels)
                                : type == ColumnType.CYCLIC ? new Cyclic(levels) : new Ordinal(levels);
        };
    }

    /** A ring or path, and a state for missing values that is equally near to all levels. */
    private static FiniteSpace withMissing(ColumnType type, int levels) {
        List<GraphSpace.Edge> edges = new ArrayList<>();
        for (int level = 0; level < levels; level++) {
            edges.add(new GraphSpace.Edge(level, levels, 1.0 / levels));
            if (level + 1 < levels) {
                edges.add(new GraphSpace.Edge(level, level + 1));
            } else if (type == ColumnType.CYCLIC && levels > 2) {
                edges.add(new GraphSpace.Edge(level, 0));
            }
        }
        return GraphSpace.undirected(levels + 1, edges);
    }
}
