package dev.calor.tensor;

import dev.calor.file.PrivateFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.openblas.presets.openblas_nolapack;
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
        use(threads);
    }

    /** Sets the threads of an operation in this thread; for OpenBLAS, which does not ask the engine, in all. */
    static void use(int threads) {
        torch.set_num_threads(threads);
        if (blas().equals("openblas")) {
            openblas_nolapack.blas_set_num_threads(threads);
        }
    }

    private static String blas() {
        return System.getProperty(BLAS, "openblas");
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
        return "PyTorch, " + blas() + ", " + threads() + " threads" + (Device.cudaAvailable() ? ", CUDA" : "");
    }

    /** Initialised by the JVM on first use, once, whatever the threads. */
    private static final class Loaded {
        static {
            ensureWritableCache();
            // Scopes free tensors: the bridge need neither watch the collector nor read the process's size at every
            // allocation.
            setUnlessSet("org.bytedeco.javacpp.nopointergc", "true");
            setUnlessSet("org.bytedeco.javacpp.maxBytes", "0");
            setUnlessSet("org.bytedeco.javacpp.maxPhysicalBytes", "0");
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

        private static void setUnlessSet(String property, String value) {
            if (System.getProperty(property) == null) {
                System.setProperty(property, value);
            }
        }

        static void ensure() {
            // The static initialiser has run when this is entered.
        }
    }

    private static void ensureWritableCache() {
        if (System.getProperty(CACHE) == null) {
            Path temporary = Path.of(
                    System.getProperty("java.io.tmpdir"), "calor-" + System.getProperty("user.name"), "javacpp");
            Path home = Path.of(System.getProperty("user.home"), ".javacpp", "cache");
            System.setProperty(CACHE, writable(home, temporary).toString());
        }
    }

    /** Where natives are unpacked: below the home directory, unless it is read-only; then below the temporary one. */
    static Path writable(Path home, Path temporary) {
        try {
            Files.createDirectories(home);
            if (Files.isWritable(home)) {
                return home;
            }
        } catch (IOException readOnly) {
            // the other, then
        }
        try {
            // Anybody can write to the temporary folder: what is loaded from there must be ours alone.
            Path own = PrivateFolder.make(
                    temporary.toAbsolutePath().resolveSibling(".").normalize());
            return Files.createDirectories(own.resolve(temporary.getName(temporary.getNameCount() - 1)));
        } catch (IOException refused) {
            throw new IllegalStateException(
                    "no place to unpack the engine: " + home + " is not writable, and "
                            + (refused instanceof FileSystemException system && system.getReason() != null
                                    ? system.getFile() + " cannot be trusted: " + system.getReason()
                                    : temporary + " cannot be made")
                            + "; set -D" + CACHE + " to a folder of your own",
                    refused);
        }
    }
}
