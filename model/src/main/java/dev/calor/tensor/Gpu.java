package dev.calor.tensor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What the driver of NVIDIA's GPUs says of them. The engine's bridge has no call for the name of a GPU. */
final class Gpu {
    /** A folder per GPU, each with a file of facts, on Linux. */
    private static final Path DRIVER = Path.of("/proc/driver/nvidia/gpus");

    private Gpu() {}

    /** Of the first GPU, such as NVIDIA H200. */
    static String name() {
        return fromDriver(DRIVER).or(Gpu::fromTool).orElse("a GPU of unknown name");
    }

    static Optional<String> fromDriver(Path folder) {
        try (Stream<Path> gpus = Files.list(folder)) {
            for (Path gpu : gpus.sorted().toList()) {
                for (String line : Files.readAllLines(gpu.resolve("information"))) {
                    if (line.startsWith("Model:")) {
                        return Optional.of(line.substring("Model:".length()).strip());
                    }
                }
            }
        } catch (IOException none) {
            // another system, or a container without this folder
        }
        return Optional.empty();
    }

    private static Optional<String> fromTool() {
        try {
            Process tool = new ProcessBuilder(List.of("nvidia-smi", "--query-gpu=name", "--format=csv,noheader"))
                    .redirectErrorStream(true)
                    .start();
            String out = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return tool.waitFor() == 0 ? out.lines().findFirst().map(String::strip) : Optional.empty();
        } catch (IOException notInstalled) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
