package dev.calor;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.function.Executable;

/** Bad input is refused with a message that names the value, the range and the remedy. */
public final class Refusal {
    private Refusal() {}

    /** Asserts that the call is refused and that its message holds every one of these parts. */
    public static void assertRefused(Executable call, String... parts) {
        String message = String.valueOf(
                assertThrows(IllegalArgumentException.class, call).getMessage());
        for (String part : parts) {
            assertTrue(message.contains(part), "'" + part + "' is missing in: " + message);
        }
    }
}
