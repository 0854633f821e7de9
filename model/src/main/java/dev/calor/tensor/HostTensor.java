package dev.calor.tensor;

/** The numbers of a tensor as little-endian bytes on the host: what checkpoints hold. */
@SuppressWarnings("ArrayRecordComponent") // a plain carrier between files and tensors; never compared
public record HostTensor(Type type, long[] shape, byte[] bytes) {
    /** Kinds of numbers, by the names of the safetensors format. */
    public enum Type {
        F32(4),
        F64(8),
        I64(8);

        private final int bytes;

        Type(int bytes) {
            this.bytes = bytes;
        }
    }

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
