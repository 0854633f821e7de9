package dev.calor.table;

/** How values that do not fit the schema of their column are read. */
public enum Unknown {
    /** They are refused in one error message, which names all of them with their rows. */
    REFUSE,
    /** They are read as missing. */
    MISSING,
    /**
     * The table's schema is wider than the one asked for: unknown levels are added at the end, in the order in which
     * they occur, and columns of whole numbers keep fractions. A word among numbers is still refused.
     */
    ADD,
    /**
     * As {@link #ADD}, and a text among numbers or dates is read as an infinite number: for scores, which rank it as an anomaly.
     */
    MARK
}
