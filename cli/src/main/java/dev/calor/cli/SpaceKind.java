package dev.calor.cli;

import dev.calor.space.Absorbing;
import dev.calor.space.Cyclic;
import dev.calor.space.FiniteSpace;
import dev.calor.space.Ordinal;
import dev.calor.space.Uniform;
import java.util.Locale;

/** The kinds of finite space, by the names users type. */
enum SpaceKind {
    UNIFORM("unordered states"),
    CYCLIC("a ring"),
    ORDINAL("a path"),
    ABSORBING("states and a mask, the last"),
    GRAPH("a graph");

    private final String shape;

    SpaceKind(String shape) {
        this.shape = shape;
    }

    /** The shape, in words. */
    String shape() {
        return shape;
    }

    /** The space of this kind with this many states; graphs need edges and are made elsewhere. */
    FiniteSpace ofSize(int size) {
        return switch (this) {
            case UNIFORM -> new Uniform(size);
            case CYCLIC -> new Cyclic(size);
            case ORDINAL -> new Ordinal(size);
            case ABSORBING -> new Absorbing(size);
            case GRAPH -> throw new IllegalArgumentException("a graph needs its edges: give --edges FILE");
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
