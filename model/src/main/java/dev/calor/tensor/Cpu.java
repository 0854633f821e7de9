package dev.calor.tensor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What Linux says of the CPU. On other systems nothing is known, and the engine computes as it would anywhere.
 *
 * @param amd whether AMD made it
 * @param flags the names of its extensions, such as {@code avx512f}
 */
record Cpu(boolean amd, List<String> flags) {
    /** The CPU of this machine. */
    static Cpu ofThisMachine() {
        return read(Path.of("/proc/cpuinfo"));
    }

    /** The first CPU in a file like {@code /proc/cpuinfo}. */
    static Cpu read(Path description) {
        try {
            List<String> lines = Files.readAllLines(description);
            return new Cpu(
                    value(lines, "vendor_id").equals("AuthenticAMD"),
                    List.of(value(lines, "flags").split(" ")));
        } catch (IOException notLinux) {
            return new Cpu(false, List.of());
        }
    }

    private static String value(List<String> lines, String name) {
        return lines.stream()
                .filter(line -> line.startsWith(name))
                .findFirst()
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .orElse("");
    }

    /**
     * Whether products of matrices are faster by oneDNN than by MKL, which uses AVX-512 on CPUs of Intel only. Not where the CPU multiplies
     * matrices of bfloat16 (AMX): there oneDNN would round to it.
     */
    boolean needsOneDnn() {
        return amd && flags.contains("avx512f") && !flags.contains("amx_bf16");
    }
}
