package dev.calor.tensor;

import java.lang.management.ManagementFactory;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/** Where tensors are stored and computed, and the precision of their real numbers. */
public enum Device {
    /** The CPU, single precision. */
    CPU(torch.DeviceType.CPU, torch.ScalarType.Float),
    /** The CPU, double precision: for exact tests. */
    CPU_DOUBLE(torch.DeviceType.CPU, torch.ScalarType.Double),
    /** The GPU, single precision. */
    CUDA(torch.DeviceType.CUDA, torch.ScalarType.Float);

    private final torch.DeviceType type;
    private final torch.ScalarType real;

    Device(torch.DeviceType type, torch.ScalarType real) {
        this.type = type;
        this.real = real;
    }

    /**
     * The device with this name: {@code cpu}, {@code cuda}, or {@code auto}, which is the GPU if there is one, else the CPU.
     *
     * @throws IllegalArgumentException if there is no such device, or no GPU that the engine can use
     */
    public static Device named(String name) {
        return switch (name) {
            case "cpu" -> CPU;
            case "cuda" -> {
                if (!cudaAvailable()) {
                    throw new IllegalArgumentException(
                            "device cuda: the engine finds no CUDA GPU, or its CUDA build is not on the "
                                    + "class path; choose cpu or auto");
                }
                yield CUDA;
            }
            case "auto" -> cudaAvailable() ? CUDA : CPU;
            default -> throw new IllegalArgumentException("device '" + name + "' is not one of cpu, cuda, auto");
        };
    }

    /** The memory of the GPU, or of the machine or container that the process runs in, in bytes. */
    public double memory() {
        if (this == CUDA) {
            return (double) torch.getMemoryInfo((byte) 0).second();
        }
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return (double) system.getTotalMemorySize();
    }

    /** The name of the device: cpu, or cuda with the name of the GPU if the driver reports it. */
    public String describe() {
        return switch (this) {
            case CPU -> "cpu";
            case CPU_DOUBLE -> "cpu in double precision";
            case CUDA -> "cuda: " + Gpu.name();
        };
    }

    /** Half an ulp of 1: a term smaller than this fraction of a sum does not change the sum. */
    public double rounding() {
        return (this == CPU_DOUBLE ? Math.ulp(1.0) : Math.ulp(1f)) / 2;
    }

    static boolean cudaAvailable() {
        Engine.load();
        return torch.cuda_is_available();
    }

    torch.DeviceType type() {
        return type;
    }

    torch.ScalarType realType() {
        return real;
    }

    TensorOptions real() {
        return options(real);
    }

    TensorOptions whole() {
        return options(torch.ScalarType.Long);
    }

    TensorOptions bytes() {
        return options(torch.ScalarType.Byte);
    }

    private TensorOptions options(torch.ScalarType scalar) {
        Engine.load();
        return new TensorOptions(new org.bytedeco.pytorch.Device(type))
                .dtype(new org.bytedeco.pytorch.ScalarTypeOptional(scalar));
    }
}
