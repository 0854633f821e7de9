package dev.calor.dataset;

import dev.calor.random.RandomStream;
import dev.calor.space.ProductSpace;
import dev.calor.space.Uniform;
import java.util.Arrays;

/**
 * Points in the plane as rows of S-valued columns, {@code digits} columns per coordinate, first those of x: the data of
 * [P tab:synthetic_nll]. With d = {@code digits} and f = {@code scale}, a coordinate x becomes the integer
 *
 * <ul>
 *   <li>S = 2: |x| · 2^(d−1)/(f+1), rounded down, in Gray code after a sign bit (1 for x &lt; 0);
 *   <li>S &gt; 2: (x+f)/2 · S^d/(f+1), rounded down, in base S,
 * </ul>
 *
 * most significant digit first. All cells are squares of the same size. In Gray code neighbouring cells differ in one
 * bit, also across zero, where only the sign changes. Cells cover [−(f+1), f+1) for S = 2, and [−f, f+2) otherwise.
 *
 * <p>Deviations from the released code: coordinates beyond the cells go into the outermost cell (the released code
 * mirrors numbers below −f and lets those above overflow; neither happens in practice); and a row stands for the centre
 * of its cell, not for the corner nearest the origin.
 *
 * @param states S, at least 2
 * @param digits d, columns per coordinate; S^d is at most 2^30
 * @param scale f, positive
 */
public record Discretisation(int states, int digits, double scale) {
    /** The number of draws from which {@link #of} computes the scale. */
    public static final int SCALE_DRAWS = 5000;

    private static final int MOST_CELLS = 1 << 30;

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if {@code states} is below 2, {@code digits} is below 1 or gives more than 2^30
     *     cells per coordinate, or {@code scale} is not positive and finite
     */
    public Discretisation {
        if (states < 2) {
            throw new IllegalArgumentException(
                    states + " states per column are not enough for digits: allowed are 2 or more");
        }
        if (digits < 1 || Math.pow(states, digits) > MOST_CELLS) {
            throw new IllegalArgumentException(digits + " digits of " + states
                    + " states per coordinate: allowed are 1 to "
                    + (int) (Math.log(MOST_CELLS) / Math.log(states) + 1e-9)
                    + ", so that a coordinate has at most 2^30 cells");
        }
        if (!(scale > 0 && scale < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("scale " + scale
                    + ": allowed are finite numbers above 0; take the largest coordinate of the data, plus one");
        }
    }

    /**
     * The paper's discretisation of a set: 16 digits per coordinate for S = 2, 8 for S = 5, 6 for S = 10, and the scale
     * f = max |x| + 1 over both coordinates of 5,000 draws. The entropy of the rows depends on f, hence on the draws.
     *
     * @throws IllegalArgumentException if {@code states} is not 2, 5 or 10
     */
    public static Discretisation of(Toy2d set, int states, RandomStream random) {
        int digits =
                switch (states) {
                    case 2 -> 16;
                    case 5 -> 8;
                    case 10 -> 6;
                    default ->
                        throw new IllegalArgumentException(
                                "the paper has no discretisation into " + states
                                        + " states: it has 2, 5 and 10; for others use the constructor, which takes the digits");
                };
        double largest = Arrays.stream(set.draw(SCALE_DRAWS, random))
                .flatMapToDouble(Arrays::stream)
                .map(Math::abs)
                .max()
                .orElseThrow();
        return new Discretisation(states, digits, largest + 1);
    }

    /** The number of columns, 2d. */
    public int dimension() {
        return 2 * digits;
    }

    /**
     * The space of the rows, {0, …, S−1}^(2d), without order: consecutive digits of a code do not mean nearby points.
     */
    public ProductSpace space() {
        return ProductSpace.power(new Uniform(states), dimension());
    }

    /** The length of a side of a cell. */
    public double cellWidth() {
        return 2 * (scale + 1) / cells();
    }

    /** The number of cells per coordinate, S^d. */
    private int cells() {
        int cells = 1;
        for (int i = 0; i < digits; i++) {
            cells *= states;
        }
        return cells;
    }

    /**
     * The row of a point.
     *
     * @throws IllegalArgumentException if a coordinate is NaN
     */
    public int[] encode(double x, double y) {
        int[] row = new int[dimension()];
        encode(x, row, 0);
        encode(y, row, digits);
        return row;
    }

    /**
     * The rows of points (x, y).
     *
     * @throws IllegalArgumentException if a coordinate is NaN
     */
    public int[][] encode(double[][] points) {
        return Arrays.stream(points).map(point -> encode(point[0], point[1])).toArray(int[][]::new);
    }

    private void encode(double coordinate, int[] row, int start) {
        if (Double.isNaN(coordinate)) {
            throw new IllegalArgumentException("a coordinate is NaN and has no cell; remove the point");
        }
        int rest;
        int first = start;
        if (states == 2) {
            boolean negative = coordinate < 0;
            int magnitude = (int) Math.min(Math.floor(Math.abs(coordinate) / cellWidth()), cells() / 2 - 1);
            row[first++] = negative ? 1 : 0;
            rest = magnitude ^ (magnitude >> 1);
        } else {
            rest = (int) Math.max(0, Math.min(Math.floor((coordinate + scale) / cellWidth()), cells() - 1));
        }
        for (int i = start + digits - 1; i >= first; i--) {
            row[i] = rest % states;
            rest /= states;
        }
    }

    /**
     * The point (x, y) at the centre of a row's cell.
     *
     * @throws IllegalArgumentException if the row does not have one state per column, or a state is not below S
     */
    public double[] decode(int... row) {
        if (row.length != dimension()) {
            throw new IllegalArgumentException("a row of " + row.length + " columns where there are " + dimension()
                    + ": give one state per column");
        }
        return new double[] {decode(row, 0), decode(row, digits)};
    }

    private double decode(int[] row, int start) {
        Uniform column = new Uniform(states);
        int first = states == 2 ? start + 1 : start;
        int integer = 0;
        for (int i = first; i < start + digits; i++) {
            integer = integer * states + column.checkState(row[i]);
        }
        if (states > 2) {
            return (integer + 0.5) * cellWidth() - scale;
        }
        for (int shift = 1; shift < digits; shift *= 2) {
            integer ^= integer >> shift; // each bit of the number is the parity of the code's bits from there up
        }
        double magnitude = (integer + 0.5) * cellWidth();
        return column.checkState(row[start]) == 1 ? -magnitude : magnitude;
    }
}
