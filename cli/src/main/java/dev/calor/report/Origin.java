package dev.calor.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the tables of a report come from.
 *
 * @param real the name of the real table, as a reader knows it
 * @param holdout null where there is none
 * @param software what made the report
 * @param notes what a reader should know of the tables
 * @param model the model's card, name by name; empty where no model was given
 */
public record Origin(
        String real,
        String synthetic,
        @Nullable String holdout,
        String software,
        List<String> notes,
        Map<String, String> model) {
    public Origin {
        notes = List.copyOf(notes);
        model = Collections.unmodifiableMap(new LinkedHashMap<>(model)); // in this order
    }
}
