package dev.calor.table;

import java.util.List;

/** Lists in messages: the first few, and how many more. */
final class Listing {
    private static final int MOST = 12;

    private Listing() {}

    static String of(List<String> items) {
        return items.size() <= MOST
                ? String.join(", ", items)
                : String.join(", ", items.subList(0, MOST)) + ", … (" + (items.size() - MOST) + " more)";
    }
}
