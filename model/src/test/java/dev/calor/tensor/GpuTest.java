package dev.calor.tensor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GpuTest {
    @Test
    @DisplayName("The name of the first GPU is read from the driver's folder; there is none without one")
    void name(@TempDir Path folder) throws IOException {
        assertEquals(Optional.empty(), Gpu.fromDriver(folder));
        assertEquals(Optional.empty(), Gpu.fromDriver(folder.resolve("nowhere")));
        for (String[] gpu : new String[][] {{"0000:02:00.0", "NVIDIA A100"}, {"0000:01:00.0", "NVIDIA H200"}}) {
            Path own = Files.createDirectories(folder.resolve(gpu[0]));
            Files.writeString(own.resolve("information"), "Model: \t\t " + gpu[1] + "\nIRQ:   \t\t 0\n");
        }
        assertEquals(Optional.of("NVIDIA H200"), Gpu.fromDriver(folder));
    }
}
