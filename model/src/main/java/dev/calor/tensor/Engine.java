package dev.calor.tensor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch_cuda;

/**
 * Loads the engine, once, when the first tensor is made: it takes about two seconds, which commands that need no tensor do not pay.
 *
 * <p>The launcher decides the matrix library ({@code org.bytedeco.openblas.load}: MKL is twice as fast where it is on the class
 * path) and the allocator's settings, since both must be set before the process starts.
 */
public final class Engine {
    private static final String CACHE = "org.bytedeco.javacpp.cachedir";
    private static final String EXTENSION = "org.bytedeco.javacpp.platform.extension";
    private static final String BLAS = "org.bytedeco.openblas.load";

    private Engine() {}

    /** Loads the engine if it is not loaded yet. */
    static void load() {
        Loaded.ensure();
    }

    /** How many threads one operation may use. */
    public static void setThreads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + ": allowed are 1 or more; the machine has "
                    + Runtime.getRuntime().availableProcessors() + " cores");
        }
        load();
        torch.set_num_threads(threads);
    }

    public static int threads() {
        load();
        return torch.get_num_threads();
    }

    /** Whether a graphics card may round the factors of products and convolutions to ten bits, which is several times as fast. */
    public static void setTensorFloat32(boolean allowed) {
        load();
        torch.globalContext().setAllowTF32CuBLAS(allowed);
        torch.globalContext().setAllowTF32CuDNN(allowed);
    }

    /** What was loaded, in one line, for logs and provenance. */
    public static String describe() {
        load();
        return "PyTorch, " + System.getProperty(BLAS, "openblas") + ", " + threads() + " threads"
                + (Device.cudaAvailable() ? ", CUDA" : "");
    }

    /** Initialised by the JVM on first use, once, whatever the threads. */
    private static final class Loaded {
        static {
            ensureWritableCache();
            Loader.load(torch.class);
            if (System.getProperty(EXTENSION, "").equals("-gpu")) {
                // Before anything asks whether CUDA is there, or the answer is no for the whole process.
                Loader.load(torch_cuda.class);
                torch.globalContext().setAllowTF32CuBLAS(true);
                torch.globalContext().setAllowTF32CuDNN(true);
                torch.globalContext().setBenchmarkCuDNN(true);
            }
        }

        private Loaded() {}

        static void ensure() {
            // The static initialiser has run when this is entered.
        }

        /** Natives are unpacked below the home directory, unless it is read-only; then below the temporary one. */
        private static void ensureWritableCache() {
            if (System.getProperty(CACHE) != null) {
                return;
            }
            Path home = Path.of(System.getProperty("user.home"), ".javacpp", "cache");
            try {
                Files.createDirectories(home);
                if (Files.isWritable(home)) {
                    return;
                }
            } catch (IOException readOnly) {
                // falls through to the temporary directory
            }
            try {
                Path temporary = Path.of(
                        System.getProperty("java.io.tmpdir"), "calor-" + System.getProperty("user.name"), "javacpp");
                Files.createDirectories(temporary);
                System.setProperty(CACHE, temporary.toString());
            } catch (IOException noSpace) {
                throw new UncheckedIOException(
                        "no place to unpack the engine: neither the home nor the temporary directory is writable; set -D"
                                + CACHE + " to one that is",
                        noSpace);
            }
        }
    }
}
