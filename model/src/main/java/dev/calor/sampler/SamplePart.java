package dev.calor.sampler;

import dev.calor.random.RandomStream;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;

/**
 * One of the parts of equal size in which a sample is drawn. Parts are drawn independently, but for the places of their numbers within
 * the ranks of {@link MarginalSteering}: there the parts take one slice each, so that the whole sample has the marginals of a sample that
 * is drawn at once. Drawn without regard to each other, parts of 4,096 rows have the largest number of the data twice, or not at all, as
 * often as once.
 *
 * @param index which part, from 0
 * @param count the number of parts
 * @param seed of what all parts share
 */
public record SamplePart(int index, int count, long seed) {
    /** A sample in one part. */
    public static final SamplePart WHOLE = new SamplePart(0, 1, 0);

    /**
     * Checks the index.
     *
     * @throws IllegalArgumentException if there is no such part
     */
    public SamplePart {
        if (index < 0 || index >= count) {
            throw new IllegalArgumentException(
                    "part " + index + " of " + count + ": allowed are 0 to below the number of parts");
        }
    }

    /**
     * Uniform numbers on [0, 1), each within a slice of its own of this part. Which slice that is, is drawn anew for each number and step;
     * no two parts have the same one.
     */
    Tensor places(long rows, long columns, int step, Noise noise) {
        Tensor within = noise.uniform(rows, columns);
        if (count == 1) {
            return within;
        }
        Noise shared = Noise.of(RandomStream.of(seed).child(step), noise.device());
        Tensor turned = shared.whole(count, rows, columns).plus(index);
        Tensor slices = turned.minus(turned.floorOver(count).times((long) count));
        return slices.toReal(noise.device()).plus(within).times(1.0 / count);
    }
}
