package dev.calor.heat;

import java.util.Locale;

/**
 * The diffusion time of a column of S states, t = base · S^power: the scaling rules of [P thm:ScalingLimit].
 *
 * @param scaling how t grows with the number of states
 * @param base t_base, finite and at least 0
 */
public record DiffusionTime(Scaling scaling, double base) {
    /** How t grows with the number of states. */
    public enum Scaling {
        /** t = base. For spaces without distance: uniform, absorbing. */
        FIXED(0),
        /** t = base · S: the spread grows as √S, and y/√S tends to a Gaussian on the line. */
        LINEAR(1),
        /** t = base · S²: y/S tends to a Gaussian of variance 2·base, wrapped or reflected into (0, 1]. */
        QUADRATIC(2);

        private final int power;

        Scaling(int power) {
            this.power = power;
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * Checks the base time.
     *
     * @throws IllegalArgumentException if {@code base} is negative or not finite
     */
    public DiffusionTime {
        if (!(base >= 0 && base < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("time " + base
                    + " is not a diffusion time: allowed are finite numbers from 0 up; 0 leaves the data as they are");
        }
    }

    /**
     * The same time for every number of states, t = base.
     *
     * @throws IllegalArgumentException if {@code time} is negative or not finite
     */
    public static DiffusionTime fixed(double time) {
        return new DiffusionTime(Scaling.FIXED, time);
    }

    /**
     * A time that grows linearly, t = base · S.
     *
     * @throws IllegalArgumentException if {@code base} is negative or not finite
     */
    public static DiffusionTime linear(double base) {
        return new DiffusionTime(Scaling.LINEAR, base);
    }

    /**
     * A time that grows quadratically, t = base · S².
     *
     * @throws IllegalArgumentException if {@code base} is negative or not finite
     */
    public static DiffusionTime quadratic(double base) {
        return new DiffusionTime(Scaling.QUADRATIC, base);
    }

    /**
     * t for a column of {@code size} states.
     *
     * @throws IllegalArgumentException if t overflows
     */
    public double at(int size) {
        double time = base * Math.pow(size, scaling.power);
        if (time == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException("time " + base + " with " + scaling + " scaling overflows at size "
                    + size + "; give a smaller time");
        }
        return time;
    }
}
