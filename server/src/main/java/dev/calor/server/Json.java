package dev.calor.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.calor.file.WholeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** JSON as the server writes it, and as it reads it, strictly. */
final class Json {
    static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();

    private Json() {}

    static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a record could not be written as JSON", impossible);
        }
    }

    /**
     * What a client sent.
     *
     * @throws Refusal if it is not JSON, or not of this shape
     */
    static <T> T parse(byte[] body, Class<T> type) {
        try {
            T value = MAPPER.readValue(body, type);
            if (value == null) {
                throw Refusal.badRequest("the body is null; send a JSON object");
            }
            return value;
        } catch (UnrecognizedPropertyException unknown) {
            throw Refusal.badRequest("the body has a field '" + unknown.getPropertyName() + "': known are "
                    + unknown.getKnownPropertyIds().stream()
                            .map(String::valueOf)
                            .sorted()
                            .collect(Collectors.joining(", ")));
        } catch (JsonProcessingException wrong) {
            if (wrong.getCause() instanceof Refusal refusal) { // of a record's constructor
                throw refusal;
            }
            throw Refusal.badRequest(
                    "the body is not the JSON that is expected" + place(wrong) + "; /openapi.json says what is");
        } catch (IOException impossible) {
            throw new IllegalStateException("bytes in memory could not be read", impossible);
        }
    }

    /** Where parsing failed; Jackson's own message would name our classes. */
    private static String place(JsonProcessingException wrong) {
        if (wrong instanceof JsonMappingException mapping && !mapping.getPath().isEmpty()) {
            return ", at "
                    + mapping.getPath().stream()
                            .map(part ->
                                    part.getFieldName() == null ? "[" + part.getIndex() + "]" : part.getFieldName())
                            .collect(Collectors.joining("."));
        }
        return wrong.getLocation() == null
                ? ""
                : ", in line " + wrong.getLocation().getLineNr();
    }

    static JsonNode tree(String text) throws IOException {
        return MAPPER.readTree(text);
    }

    static <T> T read(Path file, Class<T> type) throws IOException {
        return MAPPER.readValue(file.toFile(), type);
    }

    /** Writes a file atomically. */
    static void write(Path file, Object value) throws IOException {
        byte[] bytes = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(value);
        WholeFile.write(file, stream -> stream.write(bytes));
    }
}
