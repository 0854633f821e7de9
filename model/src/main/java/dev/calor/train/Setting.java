package dev.calor.train;

/** Range checks of settings, one message for each. */
public final class Setting {
    private Setting() {}

    /**
     * Refuses a value out of range.
     *
     * @param range what is allowed, in words: {@code at least 1}
     * @throws IllegalArgumentException if not {@code allowed}
     */
    public static void check(boolean allowed, String name, Number value, String range) {
        if (!allowed) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed is " + range);
        }
    }
}
