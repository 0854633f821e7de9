package dev.calor.random;

import java.nio.charset.StandardCharsets;
import java.util.random.RandomGenerator;

/**
 * A stream of random numbers named by a seed and a path: {@code RandomStream.of(7).child("negatives").child(step)}.
 *
 * <p>A stream is a 128-bit key. Its numbers are the blocks F(key, 0), F(key, 1), … of the keyed bijection F =
 * Threefry-2x64 with 20 rounds (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3", 2011). The
 * key of a child is F of the parent's key and the child's name, in a domain of its own; the position of the parent is
 * not used. So what a stream yields depends on neither threads, nor call order, nor how many numbers its parent has
 * given.
 *
 * <p>Deriving children of one stream from several threads is safe; drawing from one stream by several threads is not:
 * give each its own child. Period of a stream: 2^64 blocks of two numbers.
 */
public final class RandomStream implements RandomGenerator {
    private static final long SKEIN_PARITY = 0x1BD11BDAA9FC1A22L;

    // Second word of the counter: what the block is for. Domains never collide, because F is a bijection for each key.
    private static final long NUMBERS = 0;
    private static final long INDEX = 1;
    private static final long NAME = 2;
    private static final long NAME_END = 3;

    private final Block key;
    private long position;
    private long spare;
    private boolean hasSpare;

    private RandomStream(Block key) {
        this.key = key;
    }

    /** The root stream of a seed. */
    public static RandomStream of(long seed) {
        return new RandomStream(new Block(seed, 0));
    }

    /** The child stream with this index, for example the number of a step, a row or a chain. */
    public RandomStream child(long index) {
        return new RandomStream(threefry(key, index, INDEX));
    }

    /** The child stream with this name, for example a purpose. Different from every indexed child. */
    public RandomStream child(String name) {
        byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        Block absorbed = key;
        for (int start = 0; start < bytes.length; start += Long.BYTES) {
            absorbed = threefry(absorbed, littleEndian(bytes, start), NAME);
        }
        // The length ends the name: without it "a" and "a\0" would be the same child.
        return new RandomStream(threefry(absorbed, bytes.length, NAME_END));
    }

    @Override
    public long nextLong() {
        if (hasSpare) {
            hasSpare = false;
            return spare;
        }
        Block block = threefry(key, position++, NUMBERS);
        spare = block.second;
        hasSpare = true;
        return block.first;
    }

    @Override
    public String toString() {
        return String.format(
                "RandomStream[%016x%016x at %d]", key.first, key.second, 2 * position - (hasSpare ? 1 : 0));
    }

    private static long littleEndian(byte[] bytes, int start) {
        long word = 0;
        for (int i = Math.min(bytes.length, start + Long.BYTES) - 1; i >= start; i--) {
            word = (word << Byte.SIZE) | (bytes[i] & 0xFF);
        }
        return word;
    }

    /** Threefry-2x64-20. Package-private for its test against the published vectors. */
    static Block threefry(Block key, long counter0, long counter1) {
        long k0 = key.first;
        long k1 = key.second;
        long k2 = SKEIN_PARITY ^ k0 ^ k1;
        long x0 = counter0 + k0;
        long x1 = counter1 + k1;
        for (int injection = 1; ; injection += 2) {
            x0 += x1;
            x1 = Long.rotateLeft(x1, 16) ^ x0;
            x0 += x1;
            x1 = Long.rotateLeft(x1, 42) ^ x0;
            x0 += x1;
            x1 = Long.rotateLeft(x1, 12) ^ x0;
            x0 += x1;
            x1 = Long.rotateLeft(x1, 31) ^ x0;
            x0 += k1;
            x1 += k2 + injection;
            if (injection == 5) {
                return new Block(x0, x1);
            }
            x0 += x1;
            x1 = Long.rotateLeft(x1, 16) ^ x0;
            x0 += x1;
            x1 = Long.rotateLeft(x1, 32) ^ x0;
            x0 += x1;
            x1 = Long.rotateLeft(x1, 24) ^ x0;
            x0 += x1;
            x1 = Long.rotateLeft(x1, 21) ^ x0;
            x0 += k2;
            x1 += k0 + injection + 1;
            // The injection after 4j rounds adds words j+1 and j+2 of the key, modulo three: rotate the key instead.
            long turned = k0;
            k0 = k2;
            k2 = k1;
            k1 = turned;
        }
    }

    /** 128 bits: a key, or a block of output. */
    record Block(long first, long second) {}
}
