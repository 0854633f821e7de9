package dev.calor.dataset;

/** Checks numbers of draws. */
final class Counts {
    private Counts() {}

    /** Returns {@code count} after checking that it is not negative. */
    static int check(int count, String what) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    count + " " + what + " cannot be drawn: allowed are 0 to " + Integer.MAX_VALUE);
        }
        return count;
    }
}
