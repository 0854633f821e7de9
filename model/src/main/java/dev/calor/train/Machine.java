package dev.calor.train;

import com.sun.management.OperatingSystemMXBean;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The machine that this process runs on, for provenance and for the line under every table of figures. */
public final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    /** Processor, cores, Java and operating system, such as "AMD EPYC, 2 cores, Java 17, Linux". */
    public static String describe() {
        return processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores, Java "
                + Runtime.version().feature() + ", " + System.getProperty("os.name");
    }

    /** The same, followed by the device that computes, a GPU by its name. */
    public static String describe(Device device) {
        return describe() + ", on " + device.describe();
    }

    /** Processor time that this process has used so far, over all threads. */
    public static double processorSeconds() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime() / 1e9;
    }

    private static String processor() {
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.replaceFirst(".*:\\s*", ""))
                    .findFirst()
                    .orElse(System.getProperty("os.arch"));
        } catch (IOException notLinux) {
            return System.getProperty("os.arch");
        }
    }
}
