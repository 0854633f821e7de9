package dev.calor.tensor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the engine does on this CPU and on others. */
class CpuTest {
    @AfterEach
    void oneThread() {
        Engine.setThreads(1);
    }

    @ParameterizedTest
    @CsvSource({
        "AuthenticAMD, fpu avx2 avx512f clzero, true",
        "AuthenticAMD, fpu avx2 clzero, false",
        "AuthenticAMD, fpu avx512f amx_bf16, false",
        "GenuineIntel, fpu avx512f avx512_bf16, false",
        "GenuineIntel, fpu avx512f amx_bf16 amx_tile, false"
    })
    @DisplayName("The vendor and the flags of /proc/cpuinfo decide")
    void flags(String vendor, String flags, boolean oneDnn, @TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("cpuinfo"),
                "processor\t: 0\nvendor_id\t: " + vendor + "\nflags\t\t: " + flags + "\n\nprocessor\t: 1\n");
        assertEquals(oneDnn, Cpu.read(file).needsOneDnn());
    }

    @Test
    @DisplayName("A system without /proc is no reason to fail")
    void absent(@TempDir Path folder) throws IOException {
        assertEquals(new Cpu(false, List.of()), Cpu.read(folder.resolve("absent")));
        assertFalse(Cpu.read(Files.createFile(folder.resolve("empty"))).needsOneDnn());
    }

    @ParameterizedTest
    @CsvSource({"512, 300, 256", "4096, 256, 256", "256, 512, 64", "64, 4096, 300", "3, 700, 5", "100, 1, 100"})
    @DisplayName("Products have single precision, and the same bytes for 1, 2 and 3 threads")
    void products(int rows, int inner, int columns) {
        try (Scope scope = Scope.open()) {
            Tensor exact = product(Device.CPU_DOUBLE, rows, inner, columns);
            Engine.setThreads(1);
            double[] one = product(Device.CPU, rows, inner, columns).toDoubles();
            double[] wanted = exact.toDoubles();
            double largest = 0;
            for (int i = 0; i < one.length; i++) {
                largest = Math.max(largest, Math.abs(one[i] - wanted[i]));
            }
            // Ten times what single precision needs, and a tenth of the error of factors rounded to bfloat16.
            assertTrue(largest < 1e-6 * inner, "largest error " + largest);
            for (int threads = 2; threads <= 3; threads++) {
                Engine.setThreads(threads);
                assertArrayEquals(one, product(Device.CPU, rows, inner, columns).toDoubles(), 0, threads + " threads");
            }
        }
    }

    /** The product of two matrices of normal numbers that single precision can represent. */
    private static Tensor product(Device device, int rows, int inner, int columns) {
        return normal(device, "x", rows, inner).matmul(normal(device, "y", inner, columns));
    }

    private static Tensor normal(Device device, String name, int rows, int columns) {
        double[] values = Noise.of(RandomStream.of(4).child(name), Device.CPU)
                .normal(rows, columns)
                .toDoubles();
        return Tensor.real(device, values, rows, columns);
    }
}
