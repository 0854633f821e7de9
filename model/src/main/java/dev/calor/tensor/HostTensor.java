package dev.calor.tensor;

import java.util.Arrays;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.global.torch;

/**
 * The numbers of a tensor as little-endian bytes in host memory, for files.
 *
 * @param type the type of the numbers
 * @param shape the size of each dimension
 * @param bytes the numbers in row-major order
 */
@SuppressWarnings("ArrayRecordComponent") // passes data between files and tensors; instances are never compared
public record HostTensor(Type type, long[] shape, byte[] bytes) {
    /** Types of numbers, with the names of the safetensors format. */
    public enum Type {
        /** 32-bit floating point. */
        F32(4),

        /** 64-bit floating point. */
        F64(8),

        /** 64-bit integer. */
        I64(8);

        private final int bytes;

        Type(int bytes) {
            this.bytes = bytes;
        }
    }

    /**
     * Checks the number of bytes.
     *
     * @throws IllegalArgumentException if {@code bytes} is not as long as {@code shape} and {@code type} say
     */
    public HostTensor {
        long numbers = 1;
        for (long extent : shape) {
            numbers = Math.multiplyExact(numbers, extent);
        }
        if (bytes.length != numbers * type.bytes) {
            throw new IllegalArgumentException(
                    bytes.length + " bytes for " + numbers + " numbers of " + type.bytes + " bytes each");
        }
    }

    /** The entries of a tensor, exactly. */
    public static HostTensor of(Tensor tensor) {
        org.bytedeco.pytorch.Tensor host = tensor.raw().detach().cpu().contiguous();
        byte[] bytes = new byte[(int) (host.numel() * host.element_size())];
        if (bytes.length > 0) { // an empty tensor has no address
            new BytePointer(host.data_ptr()).capacity(bytes.length).get(bytes);
        }
        return new HostTensor(type(host), tensor.shape(), bytes);
    }

    /**
     * tensor ← these numbers.
     *
     * @throws IllegalArgumentException if the tensor has another shape or type
     */
    public void copyTo(Tensor tensor) {
        Type other = type(tensor.raw());
        if (!Arrays.equals(tensor.shape(), shape) || other != type) {
            throw new IllegalArgumentException("a tensor of " + other + Arrays.toString(tensor.shape())
                    + " cannot hold " + type + Arrays.toString(shape));
        }
        if (bytes.length == 0) {
            return;
        }
        try (NoGradient guard = NoGradient.open();
                BytePointer pointer = new BytePointer(bytes)) {
            tensor.raw()
                    .copy_(torch.from_blob(
                            pointer, shape, new TensorOptions(tensor.raw().scalar_type())));
        }
    }

    private static Type type(org.bytedeco.pytorch.Tensor raw) {
        torch.ScalarType scalar = raw.scalar_type().intern();
        if (scalar == torch.ScalarType.Float) {
            return Type.F32;
        }
        return scalar == torch.ScalarType.Double ? Type.F64 : Type.I64;
    }
}
