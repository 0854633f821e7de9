package dev.calor.tensor;

import org.bytedeco.javacpp.PointerScope;

/**
 * The lifetime of native memory: every tensor that a thread makes inside a scope is freed when the scope closes, except
 * those that were {@linkplain Tensor#keep kept}. Scopes nest, and belong to the thread that opened them. Nothing is
 * left to the garbage collector, which does not know how large a tensor is.
 */
public final class Scope implements AutoCloseable {
    private final PointerScope pointers = new PointerScope();

    private Scope() {}

    /** Opens a scope in the calling thread. */
    public static Scope open() {
        Engine.load();
        return new Scope();
    }

    @Override
    public void close() {
        pointers.close();
    }
}
