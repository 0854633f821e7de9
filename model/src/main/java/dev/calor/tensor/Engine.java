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
 * Loads the engine once, when the first tensor is made. Loading takes about two seconds; commands that use no tensor do
 * not load it.
 *
 * <p>The launcher chooses the matrix library ({@code org.bytedeco.openblas.load}: MKL is twice as fast where it is on the class
 * path) and the allocator's settings, because both must be set before the process starts.
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

    /**
     * Sets the number of CPU threads that one operation may use.
     *
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public static void setThreads(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + ": allowed are 1 or more; the machine has "
                    + Runtime.getRuntime().availableProcessors() + " cores");
        }
        load();
        use(threads);
    }

    /** Sets the number of threads per operation of the calling thread; for OpenBLAS, which has one setting, of all threads. */
    static void use(int threads) {
        torch.set_num_threads(threads);
        if (blas().equals("openblas")) {
            openblas_nolapack.blas_set_num_threads(threads);
        }
    }

    private static String blas() {
        return System.getProperty(BLAS, "openblas");
    }

    /** The number of CPU threads that one operation may use. */
    public static int threads() {
        load();
        return torch.get_num_threads();
    }

    /**
     * Sets whether a GPU may round the factors of products and convolutions to TF32 (ten bits), which is several times
     * as fast.
     */
    public static void setTensorFloat32(boolean allowed) {
        load();
        torch.globalContext().setAllowTF32CuBLAS(allowed);
        torch.globalContext().setAllowTF32CuDNN(allowed);
    }

    /**
     * Lets oneDNN compute products of matrices in single precision. The engine has no setting for this but one that also allows oneDNN to
     * round factors to bfloat16, which it does where a CPU has units for that (AMX), and nowhere else.
     */
    private static void chooseOneDnn() {
        torch.globalContext()
                .setFloat32Precision(torch.Float32Backend.MKLDNN, torch.Float32Op.MATMUL, torch.Float32Precision.BF16);
    }

    /** The name and version of the engine and the device, in one line, for logs and provenance. */
    public static String describe() {
        load();
        String products = blas() + (Cpu.ofThisMachine().needsOneDnn() ? " and oneDNN" : "");
        return "PyTorch, " + products + ", " + threads() + " threads" + (Device.cudaAvailable() ? ", CUDA" : "");
    }

    /** The JVM initialises this class once, on first use, whatever thread that is in. */
    private static final class Loaded {
        static {
            ensureWritableCache();
            // Scopes free tensors, so JavaCPP need neither follow the garbage collector nor read the size of the
            // process
            // at every allocation.
            setUnlessSet("org.bytedeco.javacpp.nopointergc", "true");
            setUnlessSet("org.bytedeco.javacpp.maxBytes", "0");
            setUnlessSet("org.bytedeco.javacpp.maxPhysicalBytes", "0");
            Loader.load(torch.class);
            if (System.getProperty(EXTENSION, "").equals("-gpu")) {
                // Before anything asks whether CUDA is available: otherwise the answer stays no for the whole process.
                Loader.load(torch_cuda.class);
                torch.globalContext().setAllowTF32CuBLAS(true);
                torch.globalContext().setAllowTF32CuDNN(true);
                torch.globalContext().setBenchmarkCuDNN(true);
            }
            if (Cpu.ofThisMachine().needsOneDnn()) {
                chooseOneDnn();
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

    /** Where native libraries are unpacked: in the home directory, or in the temporary one if that is read-only. */
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
