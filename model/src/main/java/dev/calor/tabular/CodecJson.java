package dev.calor.tabular;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.file.BoundedJson;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.FreshTexts;
import dev.calor.table.Schema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fitted encoder as JSON: an array with one object per column, in the order of the schema. */
final class CodecJson {
    private static final ObjectMapper JSON = BoundedJson.mapper();

    private CodecJson() {}

    static String write(TableEncoder encoder) throws JsonProcessingException {
        return JSON.writeValueAsString(
                encoder.codecs().stream().map(CodecJson::node).toList());
    }

    private static ObjectNode node(ColumnCodec codec) {
        ObjectNode node = JSON.createObjectNode();
        if (codec instanceof LevelCodec levels) {
            node.put("kind", "levels")
                    .put("missing", levels.missing())
                    .set("counts", JSON.valueToTree(levels.counts()));
        } else if (codec instanceof ValueCodec few) {
            node.put("kind", "values").put("missing", few.knowsMissing());
            node.set("seen", JSON.valueToTree(few.seen()));
        } else if (codec instanceof NumberCodec number) {
            node.put("kind", "number").put("missing", number.missing()).put("randomised", number.randomised());
            node.set("quantiles", JSON.valueToTree(number.quantiles()));
        } else if (codec instanceof DateCodec date) {
            node.put("kind", "date").put("missing", date.missing());
            node.set("weeks", JSON.valueToTree(date.weeks()));
            node.set("seconds", JSON.valueToTree(date.seconds()));
        } else if (codec instanceof Unlearned unlearned) {
            node.put("kind", "unlearned")
                    .put("shape", unlearned.fresh().shape())
                    .put("mark", unlearned.fresh().mark());
        }
        return node;
    }

    static TableEncoder read(String text, Schema schema, Structure structure) throws JsonProcessingException {
        List<ColumnCodec> codecs = new ArrayList<>();
        JsonNode nodes = JSON.readTree(text);
        if (nodes.size() != schema.columns().size()) {
            throw new IllegalArgumentException(
                    nodes.size() + " codecs for " + schema.columns().size() + " columns");
        }
        for (int k = 0; k < nodes.size(); k++) {
            codecs.add(codec(nodes.get(k), schema.columns().get(k), structure));
        }
        return new TableEncoder(schema, codecs);
    }

    private static ColumnCodec codec(JsonNode node, ColumnSchema schema, Structure structure)
            throws JsonProcessingException {
        boolean missing = node.path("missing").asBoolean();
        String kind = node.path("kind").asText();
        ColumnType type = schema.type();
        boolean fits =
                switch (kind) {
                    case "levels" -> type.hasLevels();
                    case "number", "values" -> type.isNumber() && type != ColumnType.DATETIME;
                    case "date" -> type == ColumnType.DATETIME;
                    default -> true;
                };
        if (!fits) {
            throw new IllegalArgumentException(
                    "column '" + schema.name() + "' is " + type + " and has a codec '" + kind + "'");
        }
        return switch (kind) {
            case "levels" -> new LevelCodec(schema, structure, required(node, "counts", long[].class), missing);
            case "values" -> ValueCodec.of(schema, required(node, "seen", FewValues.class), missing, structure);
            case "number" ->
                new NumberCodec(
                        schema,
                        required(node, "quantiles", Quantiles.class),
                        missing,
                        node.path("randomised").asBoolean());
            case "date" -> new DateCodec(schema, required(node, "weeks", Quantiles.class), seconds(node), missing);
            case "unlearned" ->
                new Unlearned(
                        schema,
                        new FreshTexts(
                                schema.personal(),
                                node.path("shape").asText(),
                                node.path("mark").asText()));
            default -> throw new IllegalArgumentException("column '" + schema.name() + "' has a codec '" + kind + "'");
        };
    }

    /**
     * The value of a field of an object.
     *
     * @throws IllegalArgumentException if the field is missing
     */
    static <T> T required(JsonNode node, String field, Class<T> type) throws JsonProcessingException {
        if (!node.hasNonNull(field)) {
            throw new IllegalArgumentException("it has no '" + field + "'");
        }
        return JSON.treeToValue(node.get(field), type);
    }

    private static @Nullable Quantiles seconds(JsonNode node) throws JsonProcessingException {
        return node.path("seconds").isNull() ? null : required(node, "seconds", Quantiles.class);
    }
}
