package dev.calor.dataset;

/** Numbers of draws. */
final class Counts {
    private Counts() {}

    /** Returns {@code count}, or says which there are. */
    static int check(int count, String what) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    count + " " + what + " cannot be drawn: allowed are 0 to " + Integer.MAX_VALUE);
        }
        return count;
    }
}
