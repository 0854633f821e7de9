package dev.calor.tensor;

import java.lang.management.ManagementFactory;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/** Where tensors live, and how precise their real numbers are. */
public enum Device {
    /** The processor, single precision. */
    CPU(torch.DeviceType.CPU, torch.ScalarType.Float),
    /** The processor, double precision: for exact tests. */
    CPU_DOUBLE(torch.DeviceType.CPU, torch.ScalarType.Double),
    /** The graphics card, single precision. */
    CUDA(torch.DeviceType.CUDA, torch.ScalarType.Float);

    private final torch.DeviceType type;
    private final torch.ScalarType real;

    Device(torch.DeviceType type, torch.ScalarType real) {
        this.type = type;
        this.real = real;
    }

    /** The device with this name: {@code cpu}, {@code cuda}, or {@code auto}, which is the card where there is one. */
    public static Device named(String name) {
        return switch (name) {
            case "cpu" -> CPU;
            case "cuda" -> {
                if (!cudaAvailable()) {
                    throw new IllegalArgumentException(
                            "device cuda: the engine finds no CUDA card, or its CUDA build is not on the "
                                    + "class path; choose cpu or auto");
                }
                yield CUDA;
            }
            case "auto" -> cudaAvailable() ? CUDA : CPU;
            default -> throw new IllegalArgumentException("device '" + name + "' is not one of cpu, cuda, auto");
        };
    }

    /** The bytes of memory there are: of the machine, or of the container the process runs in; of the card. */
    public double memory() {
        if (this == CUDA) {
            return (double) torch.getMemoryInfo((byte) 0).second();
        }
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return (double) system.getTotalMemorySize();
    }

    /** Its name: cpu, or cuda with the name of the GPU where the driver tells it. */
    public String describe() {
        return switch (this) {
            case CPU -> "cpu";
            case CPU_DOUBLE -> "cpu in double precision";
            case CUDA -> "cuda: " + Gpu.name();
        };
    }

    /** What is a smaller share of a number than this is lost when it is added to it. */
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
