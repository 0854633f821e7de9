package dev.calor.table;

/** What becomes of a value its column's schema does not know. */
public enum Unknown {
    /** One error, which names all of them with their rows. */
    REFUSE,
    /** It is read as missing. */
    MISSING,
    /**
     * The table's schema is wider than the one asked for: unknown levels are added at the end, in the order in which they occur,
     * and columns of whole numbers keep fractions. A word among numbers is refused all the same.
     */
    ADD,
    /**
     * As {@link #ADD}, and a text among numbers or dates is read as an infinite number: for scores, which shall say how strange it is.
     */
    MARK
}
