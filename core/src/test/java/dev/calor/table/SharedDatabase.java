package dev.calor.table;

import java.sql.SQLException;

/** Reads tables in one DuckDB instead of one each, which makes fuzzing many times faster. */
public final class SharedDatabase {
    /** Set by {@code lab/fuzz}: in the build, kept inputs are read as users' tables are. */
    private static final boolean ASKED = Boolean.getBoolean("calor.sharedDatabase");

    private SharedDatabase() {}

    /** Opens it, if {@code -Dcalor.sharedDatabase=true} asks for it and it is not open. */
    public static void openIfAsked() {
        if (ASKED) {
            try {
                Duck.share();
            } catch (SQLException error) {
                throw new AssertionError("no database", error);
            }
        }
    }
}
