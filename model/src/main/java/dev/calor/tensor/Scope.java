package dev.calor.tensor;

import org.bytedeco.javacpp.PointerScope;

/**
 * The lifetime of native memory: every tensor made by a thread inside a scope is freed when the scope closes, but those that were
 * {@linkplain Tensor#keep kept}. Scopes nest, and belong to the thread that opened them. Nothing is left to the collector, which
 * does not see how large a tensor is.
 */
public final class Scope implements AutoCloseable {
    private final PointerScope pointers = new PointerScope();

    private Scope() {}

    public static Scope open() {
        Engine.load();
        return new Scope();
    }

    @Override
    public void close() {
        pointers.close();
    }
}
