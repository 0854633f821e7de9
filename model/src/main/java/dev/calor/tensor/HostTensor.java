package dev.calor.tensor;

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
}
