package dev.calor.tensor;

import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.NoGradGuard;

/** While open, the thread records nothing for gradients: for sampling, evaluation and updates of parameters. */
public final class NoGradient implements AutoCloseable {
    private final NoGradGuard guard = new NoGradGuard();

    private NoGradient() {}

    public static NoGradient open() {
        Engine.load();
        return new NoGradient();
    }

    /** Whether the thread records nothing. */
    public static boolean isOpen() {
        Engine.load();
        return !GradMode.is_enabled();
    }

    @Override
    public void close() {
        guard.close();
    }
}
