package dev.calor.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One column of a schema as a JSON object; {@link SchemaFile} says what its keys mean. */
final class ColumnJson {
    private static final List<String> KEYS = List.of(
            "name",
            "type",
            "levels",
            "missing",
            "missingRows",
            "minimum",
            "maximum",
            "decimals",
            "format",
            "stored",
            "why");

    private static final String ANY = "any";

    /** About 10,000 years before or after 1970. */
    private static final double MOST_SECONDS = 3.2e11;

    private ColumnJson() {}

    static ColumnSchema read(JsonNode column) {
        if (!column.isObject()) {
            throw new IllegalArgumentException(column + " is not an object; write {\"name\": …, \"type\": …}");
        }
        for (Map.Entry<String, JsonNode> field : column.properties()) {
            if (!KEYS.contains(field.getKey())) {
                throw new IllegalArgumentException(
                        "there is no key '" + field.getKey() + "': allowed are " + String.join(", ", KEYS));
            }
        }
        ColumnType type = type(text(column, "type"));
        List<String> levels = texts(column, "levels");
        if (type.hasLevels() && type != ColumnType.CONSTANT && levels.isEmpty()) {
            throw new IllegalArgumentException("a column that is " + type + " needs its levels; list them");
        }
        String format = column.has("format") ? text(column, "format") : null;
        DateFormat dates = format == null || type != ColumnType.DATETIME ? null : DateFormat.of(format);
        if (format != null && type == ColumnType.IDENTIFIER) {
            PersonalData.named(format);
        } else if (format != null && type.isNumber() && dates == null) {
            NumberStyle.of(format);
        }
        JsonNode decimals = column.path("decimals");
        boolean range = decimals.isArray() && decimals.size() == 2;
        JsonNode most = range ? decimals.get(1) : decimals;
        boolean any = decimals.isMissingNode() || most.asText().equals(ANY);
        return new ColumnSchema(
                text(column, "name"),
                type,
                levels,
                texts(column, "missing"),
                column.has("missingRows") ? whole(column.get("missingRows"), "missingRows") : 0,
                bound(column, "minimum", type, dates),
                bound(column, "maximum", type, dates),
                any ? ColumnSchema.SHORTEST : (int) whole(most, "decimals"),
                decimals.isMissingNode() ? 0 : (int) whole(range ? decimals.get(0) : decimals, "decimals"),
                format,
                column.has("stored") ? StoredType.checked(text(column, "stored")) : null,
                column.has("why") ? text(column, "why") : "given");
    }

    private static ColumnType type(String word) {
        return Arrays.stream(ColumnType.values())
                .filter(type -> type.toString().equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + word + "' is not a type: allowed are "
                        + Arrays.stream(ColumnType.values())
                                .map(ColumnType::toString)
                                .collect(Collectors.joining(", "))));
    }

    private static String text(JsonNode column, String key) {
        JsonNode value = column.path(key);
        if (!value.isTextual()) {
            throw new IllegalArgumentException("'" + key + "' must be a text"
                    + (value.isMissingNode() ? "; add it" : ", not " + value + "; quote it"));
        }
        return value.asText();
    }

    private static List<String> texts(JsonNode column, String key) {
        JsonNode values = column.path(key);
        if (!values.isMissingNode() && !values.isArray()) {
            throw new IllegalArgumentException(
                    "'" + key + "' must be a list, not " + values + "; write [\"…\", \"…\"]");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode value : values) {
            if (!value.isTextual()) {
                throw new IllegalArgumentException("'" + key + "' must hold texts, not " + value + "; quote it");
            }
            texts.add(value.asText());
        }
        return texts;
    }

    private static long whole(JsonNode value, String key) {
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw new IllegalArgumentException("'" + key + "' must be a whole number, not " + value + "; correct it");
        }
        return value.asLong();
    }

    /** A bound of a column: a finite number; for points in time, within the years that calendars support. */
    private static double bound(JsonNode column, String key, ColumnType type, @Nullable DateFormat dates) {
        double number = number(column, key, dates);
        double most = type == ColumnType.DATETIME ? MOST_SECONDS : Double.MAX_VALUE;
        if (Math.abs(number) > most) {
            throw new IllegalArgumentException("'" + key + "' is " + number + ": allowed are numbers up to " + most
                    + (type == ColumnType.DATETIME ? " seconds" : "") + "; correct it");
        }
        return number;
    }

    private static double number(JsonNode column, String key, @Nullable DateFormat dates) {
        JsonNode value = column.path(key);
        if (value.isMissingNode() || value.isNumber()) {
            return value.isNumber() ? value.asDouble() : Double.NaN;
        }
        double seconds = dates == null ? Double.NaN : dates.parse(value.asText());
        if (Double.isNaN(seconds)) {
            throw new IllegalArgumentException("'" + key + "' must be a number"
                    + (dates == null ? "" : " or a date of the form " + dates.pattern()) + ", not " + value
                    + "; correct it");
        }
        return seconds;
    }

    static void write(ColumnSchema column, ObjectNode json) {
        json.put("name", column.name());
        json.put("type", column.type().toString());
        writeTexts(json, "levels", column.levels());
        writeTexts(json, "missing", column.missingTokens());
        if (column.missing() != 0) {
            json.put("missingRows", column.missing());
        }
        writeNumber(json, "minimum", column.minimum(), column);
        writeNumber(json, "maximum", column.maximum(), column);
        if (column.decimals() != ColumnSchema.SHORTEST && column.decimals() == column.leastDecimals()) {
            json.put("decimals", column.decimals());
        } else if (column.decimals() != ColumnSchema.SHORTEST) {
            json.putArray("decimals").add(column.leastDecimals()).add(column.decimals());
        } else if (column.leastDecimals() > 0) {
            json.putArray("decimals").add(column.leastDecimals()).add(ANY);
        }
        if (column.format() != null) {
            json.put("format", column.format());
        }
        if (column.stored() != null) {
            json.put("stored", column.stored());
        }
        json.put("why", column.reason());
    }

    private static void writeTexts(ObjectNode json, String key, List<String> texts) {
        if (!texts.isEmpty()) {
            ArrayNode array = json.putArray(key);
            texts.forEach(array::add);
        }
    }

    private static void writeNumber(ObjectNode json, String key, double number, ColumnSchema column) {
        if (Double.isNaN(number)) {
            return;
        }
        if (column.type() == ColumnType.DATETIME) {
            DateFormat dates = DateFormat.of(column);
            if (dates.parse(dates.format(number)) == number) {
                json.put(key, dates.format(number));
                return;
            }
        }
        if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            json.put(key, (long) number);
        } else {
            json.put(key, number);
        }
    }
}
