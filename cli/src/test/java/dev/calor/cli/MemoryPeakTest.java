package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.calor.random.RandomStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The announced memory is the peak of the process, within a quarter, over widths, levels, columns, rows and batches. */
class MemoryPeakTest {
    private static final double TOLERANCE = 0.25;

    /** As the launcher starts Calor. */
    private static final List<String> JAVA = List.of("-XX:+UseSerialGC", "-Xms64m");

    private static final String MALLOC = "glibc.malloc.trim_threshold=4000000000:glibc.malloc.mmap_threshold=4000000000"
            + ":glibc.malloc.top_pad=268435456:glibc.malloc.hugetlb=1:glibc.malloc.arena_max=1";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @BeforeAll
    static void onLinux() {
        assumeTrue(Files.exists(Path.of("/proc/self/status")), "peaks are read from /proc");
    }

    /** Numbers, and columns of so many levels. */
    private Path table(int rows, int numbers, int columns, int levels) throws IOException {
        RandomStream random = RandomStream.of(5);
        StringBuilder text = new StringBuilder(IntStream.range(0, numbers + columns)
                .mapToObj(k -> (k < numbers ? "n" : "c") + k)
                .collect(Collectors.joining(",", "", "\n")));
        for (int row = 0; row < rows; row++) {
            text.append(IntStream.range(0, numbers + columns)
                    .mapToObj(k -> k < numbers ? Double.toString(random.nextGaussian()) : "v" + random.nextInt(levels))
                    .collect(Collectors.joining(",", "", "\n")));
        }
        return Files.writeString(folder.resolve("table.csv"), text);
    }

    /** Runs a command in a process of its own, and compares its peak with what it announced. */
    private void holds(String... words) throws IOException, InterruptedException {
        Path err = folder.resolve("said"); // what the engine says, too, which may end the process by itself
        ProcessBuilder builder =
                Calor.process(JAVA, words).redirectErrorStream(true).redirectOutput(err.toFile());
        builder.environment().putAll(Map.of("GLIBC_TUNABLES", MALLOC));
        Process process = builder.start();
        double peak = 0;
        do {
            peak = Math.max(peak, peak(process.pid()));
        } while (!process.waitFor(10, TimeUnit.MILLISECONDS));
        String said = Files.readString(err, StandardCharsets.UTF_8);
        assertEquals(0, process.exitValue(), said);
        double announced = 1e6 * TrainingOptionsTest.megabytes(said);
        assertTrue(
                Math.abs(announced / peak - 1) <= TOLERANCE,
                String.join(" ", words) + ": a peak of " + peak / 1e6 + " MB; " + said);
    }

    /** The greatest resident memory of a process so far, in bytes; 0 once it has ended. */
    private static double peak(long process) {
        try {
            return Files.readAllLines(Path.of("/proc/" + process + "/status")).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToDouble(line -> 1024 * Double.parseDouble(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException ended) {
            return 0;
        }
    }

    private void fit(Path table, String settings) throws IOException, InterruptedException {
        String model = folder.resolve("model.calor").toString();
        holds("fit", table.toString(), "-o", model, "--preset", "fast", "--set", "steps=3," + settings);
    }

    @Test
    @DisplayName("A column of 300 levels: fit, score and classify")
    void levels() throws IOException, InterruptedException {
        Path table = table(600, 3, 1, 300);
        fit(table, "width=128");
        String model = folder.resolve("model.calor").toString();
        holds("score", model, table.toString());
        holds("classify", model, table.toString(), "--target", "c3");
    }

    @Test
    @DisplayName("A wide network, and large batches with many negatives")
    void widthAndBatch() throws IOException, InterruptedException {
        fit(table(4_000, 4, 2, 5), "width=512,batch=2048,negatives=8");
    }

    @Test
    @DisplayName("Many columns")
    void columns() throws IOException, InterruptedException {
        fit(table(1_000, 40, 30, 10), "batch=1024");
    }

    @Test
    @DisplayName("Many rows")
    void rows() throws IOException, InterruptedException {
        fit(table(100_000, 4, 4, 8), "width=32,components=2");
    }
}
