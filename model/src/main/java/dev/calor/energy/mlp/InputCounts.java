package dev.calor.energy.mlp;

import dev.calor.space.Numeric;
import dev.calor.space.ProductSpace;

/**
 * How many inputs of each kind an {@link MlpEnergy} has besides its categories and crosses.
 *
 * @param numbers numbers of a row
 * @param levelFeatures features of the noise level
 * @param whitened whitened numbers
 * @param local bins and atoms of numbers
 */
record InputCounts(int numbers, int levelFeatures, int whitened, int local) {
    /**
     * The counts for a space.
     *
     * @throws IllegalArgumentException if the derived inputs are of other columns than the space has
     */
    static InputCounts of(ProductSpace space, MlpEnergy.Architecture architecture, DerivedInputs derived) {
        int numbers =
                (int) space.columns().stream().filter(Numeric.class::isInstance).count();
        NumberStatistics statistics = derived.numbers();
        if (statistics != null && statistics.numbers() != numbers) {
            throw new IllegalArgumentException(
                    "statistics of " + statistics.numbers() + " numbers for a space of " + numbers);
        }
        boolean features = statistics != null && numbers > 0;
        return new InputCounts(
                numbers,
                architecture.levels() ? FoldedMlp.FEATURES : 0,
                features ? numbers : 0,
                statistics != null && features ? NumberFeatures.local(statistics) : 0);
    }

    /** Features of numbers. */
    int features() {
        return whitened + local;
    }
}
