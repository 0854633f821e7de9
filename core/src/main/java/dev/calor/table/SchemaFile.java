package dev.calor.table;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.file.BoundedJson;
import dev.calor.file.WholeFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A schema as JSON, made to be read and edited: {@code {"columns": […]}} with one object per column, and {@code
 * "separator": ";"} where fields are not separated by commas. The keys of a column:
 *
 * <ul>
 * <li>{@code name}, {@code type}: needed;
 * <li>{@code levels}: of a column with levels, in order;
 * <li>{@code missing}: the texts that stand for a missing value, the one written first; {@code missingRows}: how many
 * there were;
 * <li>{@code minimum}, {@code maximum}: of numbers; of points in time as they are written, or as seconds since 1970;
 * <li>{@code decimals}: 2 for exactly two, [0, 2] for up to two, [1, "any"] for as many as needed, at least one;
 * <li>{@code format}: of points in time, such as yyyy-MM-dd; of numbers what 1234.5 is written as, such as $1,234.5; of
 * identifiers the kind of personal data that is generated, such as email;
 * <li>{@code stored}: the type in Parquet or a database, such as UUID;
 * <li>{@code why}: the reason.
 * </ul>
 */
public final class SchemaFile {
    private static final String COLUMNS = "columns";
    private static final String SEPARATOR = "separator";

    private static final ObjectMapper JSON = BoundedJson.mapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private SchemaFile() {}

    /**
     * Reads a schema.
     *
     * @throws IOException if the file cannot be read
     * @throws IllegalArgumentException if it is not a schema
     */
    public static Schema read(Path file) throws IOException {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (CharacterCodingException notText) {
            throw new IllegalArgumentException(file + " is not text in UTF-8; is it a schema?", notText);
        }
    }

    /**
     * Writes a schema, atomically.
     *
     * @throws IOException if the file cannot be written
     */
    public static void write(Schema schema, Path file) throws IOException {
        byte[] bytes = text(schema).getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file, stream -> stream.write(bytes));
    }

    /**
     * Reads a schema from its text.
     *
     * @param name its name in error messages
     * @throws IllegalArgumentException if the text is not a schema
     */
    public static Schema parse(String name, String text) {
        List<ColumnSchema> schemas = new ArrayList<>();
        JsonNode root = root(name, text);
        for (JsonNode column : root.path(COLUMNS)) {
            String where = column.path("name").isTextual()
                    ? "column '" + column.path("name").asText() + "'"
                    : "column " + (schemas.size() + 1);
            try {
                schemas.add(ColumnJson.read(column));
            } catch (IllegalArgumentException wrong) {
                String complaint = String.valueOf(wrong.getMessage());
                String placed = complaint.startsWith(where) ? complaint : where + ": " + complaint;
                throw new IllegalArgumentException(name + " " + placed, wrong);
            }
        }
        try {
            return new Schema(schemas, separator(name, root));
        } catch (IllegalArgumentException wrong) {
            throw new IllegalArgumentException(name + ": " + wrong.getMessage(), wrong);
        }
    }

    private static @Nullable Character separator(String name, JsonNode root) {
        JsonNode separator = root.path(SEPARATOR);
        if (!separator.isMissingNode()
                && (!separator.isTextual() || separator.asText().length() != 1)) {
            throw new IllegalArgumentException(
                    name + ": 'separator' must be one character, such as \";\", not " + separator + "; correct it");
        }
        return separator.isMissingNode() ? null : (Character) separator.asText().charAt(0);
    }

    private static JsonNode root(String name, String text) {
        JsonNode root;
        try {
            root = JSON.readTree(text);
        } catch (JsonProcessingException wrong) {
            int line = wrong.getLocation() == null ? 1 : wrong.getLocation().getLineNr();
            throw new IllegalArgumentException(
                    name + ":" + line + " is not JSON: " + plain(wrong.getOriginalMessage()) + "; correct the line",
                    wrong);
        }
        if (!root.path(COLUMNS).isArray() || root.size() != (root.has(SEPARATOR) ? 2 : 1)) {
            throw new IllegalArgumentException(
                    name + " is not a schema: it must be {\"columns\": [{\"name\": …, \"type\": …}, …]};"
                            + " 'calor schema' writes one");
        }
        return root;
    }

    /** A message of the parser without the class names and settings that it puts in brackets. */
    private static String plain(String message) {
        return message.replaceFirst("(?s)\\s*\\((start marker|for |`|class |through ).*", "");
    }

    /** A schema as text, which {@link #parse} turns into the same schema. */
    public static String text(Schema schema) {
        ObjectNode root = JSON.createObjectNode();
        ArrayNode columns = root.putArray(COLUMNS);
        schema.columns().forEach(column -> ColumnJson.write(column, columns.addObject()));
        if (schema.separator() != null) {
            root.put(SEPARATOR, schema.separator().toString());
        }
        DefaultPrettyPrinter printer = new DefaultPrettyPrinter(
                        Separators.createDefaultInstance().withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                .withObjectIndenter(new DefaultIndenter("  ", "\n"));
        try {
            return JSON.writer(printer).writeValueAsString(root) + "\n";
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree of texts and numbers could not be written", impossible);
        }
    }
}
