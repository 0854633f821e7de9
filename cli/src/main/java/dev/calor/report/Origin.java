package dev.calor.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The origin of the tables of a report.
 *
 * @param real the name of the real table, as a reader knows it
 * @param synthetic the name of the synthetic table
 * @param software the software that made the report
 * @param notes remarks on the tables for the reader
 * @param model facts about the model, by name; empty if no model was given
 */
public record Origin(
        String real,
        String synthetic,
        @Nullable String holdout,
        String software,
        List<String> notes,
        Map<String, String> model) {
    /** Copies the collections. */
    public Origin {
        notes = List.copyOf(notes);
        model = Collections.unmodifiableMap(new LinkedHashMap<>(model)); // in this order
    }
}
