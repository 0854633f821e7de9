package dev.calor.lab.tabular;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.lab.cell.Json;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run on a table was asked for, as a cell keeps it.
 *
 * @param preset the settings that this run changes
 * @param label of its row of figures: the method, the preset, and what is changed
 * @param settings all of them
 */
record TabularSettings(String data, String preset, String label, JsonNode settings) {
    static TabularSettings of(TabularRun run) {
        Map<String, Object> settings = new LinkedHashMap<>(run.spec().settings());
        settings.replaceAll((name, value) -> value instanceof Number ? value : value.toString());
        return new TabularSettings(run.data(), run.preset(), run.label(), Json.tree(settings));
    }
}
