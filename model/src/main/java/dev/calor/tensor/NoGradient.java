package dev.calor.tensor;

import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.NoGradGuard;

/** While open, the calling thread records no operations for gradients: for sampling, evaluation and parameter updates. */
public final class NoGradient implements AutoCloseable {
    private final NoGradGuard guard = new NoGradGuard();

    private NoGradient() {}

    /** Stops recording until the result is closed. */
    public static NoGradient open() {
        Engine.load();
        return new NoGradient();
    }

    /** Whether the calling thread records no operations. */
    public static boolean isOpen() {
        Engine.load();
        return !GradMode.is_enabled();
    }

    @Override
    public void close() {
        guard.close();
    }
}
