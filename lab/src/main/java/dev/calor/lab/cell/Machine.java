package dev.calor.lab.cell;

import com.sun.management.OperatingSystemMXBean;
import dev.calor.tensor.Device;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** The machine a figure was measured on, for the line under every table. */
public final class Machine {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private Machine() {}

    public static String describe() {
        return "Machine: " + processor() + ", " + Runtime.getRuntime().availableProcessors() + " cores, Java "
                + Runtime.version().feature() + ", " + System.getProperty("os.name") + ".";
    }

    /** The same within a line, with the device that computed. */
    public static String describe(Device device) {
        return describe().replaceFirst("^Machine: ", "").replaceFirst("\\.$", "") + ", on "
                + device.toString().toLowerCase(Locale.ROOT);
    }

    /** What this process has used of its processors so far. */
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
