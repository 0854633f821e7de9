package dev.calor.table;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Counts which kinds of personal data the distinct values of a column look like. */
final class PersonalGuess {
    /** The share of different values that must look alike: some are always mistyped. */
    private static final double ENOUGH = 0.9;

    /** After this many values, a kind that fits fewer than half of them is given up. */
    private static final long TRIED = 200;

    private final ColumnName name;
    private final Map<PersonalData, Long> looks = new EnumMap<>(PersonalData.class);
    private long taken;

    PersonalGuess(ColumnName name) {
        this.name = name;
        for (PersonalData kind : PersonalData.values()) {
            looks.put(kind, 0L);
        }
    }

    void take(String value) {
        taken++;
        looks.replaceAll((kind, count) -> kind.looksLike(value, speaksOf(kind)) ? count + 1 : count);
        if (taken >= TRIED) {
            looks.values().removeIf(count -> 2 * count < taken);
        }
    }

    /** A column that is only called "name" may hold names of people: then their values differ from row to row. */
    private boolean speaksOf(PersonalData kind) {
        return kind.isNamedBy(name) || (kind == PersonalData.NAME && isPlainName());
    }

    private boolean isPlainName() {
        return name.words().size() == 1 && name.has("name");
    }

    /**
     * The kind these values are, or null.
     *
     * @param nearlyUnique whether nearly all values occur once
     */
    @Nullable
    PersonalData kind(boolean nearlyUnique) {
        for (Map.Entry<PersonalData, Long> entry : looks.entrySet()) {
            boolean vague = entry.getKey() == PersonalData.NAME && isPlainName();
            if (taken > 0 && (double) entry.getValue() >= ENOUGH * (double) taken && (!vague || nearlyUnique)) {
                return entry.getKey();
            }
        }
        return null;
    }
}
