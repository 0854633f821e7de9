package dev.calor.lab.cell;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.calor.file.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Records as JSON: methods and sets by the names users type; null is left out, unknown fields are refused. */
public final class Json {
    private static final ObjectMapper MAPPER = new ObjectMapper()
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING, SerializationFeature.INDENT_OUTPUT)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);

    private Json() {}

    /** A record as text. */
    public static String text(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a record as JSON", impossible);
        }
    }

    /** A record as it would be read from a file. */
    public static JsonNode tree(Object value) {
        try {
            return MAPPER.readTree(text(value));
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException("a record as JSON", impossible);
        }
    }

    /** Writes a file atomically, and creates its folder if necessary. */
    public static void write(Path file, Object value) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        WholeFile.write(file, stream -> stream.write((text(value) + "\n").getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Reads a record.
     *
     * @throws IllegalArgumentException if the file has another format
     */
    public static <T> T read(Path file, Class<T> kind) throws IOException {
        return checked(file, () -> MAPPER.readValue(file.toFile(), kind));
    }

    static <S, R> Cell<S, R> readCell(Path file, Class<S> spec, Class<R> result) throws IOException {
        JavaType type = MAPPER.getTypeFactory().constructParametricType(Cell.class, spec, result);
        return checked(file, () -> MAPPER.readValue(file.toFile(), type));
    }

    private static <T> T checked(Path file, Run<T> source) throws IOException {
        try {
            return source.run();
        } catch (JsonProcessingException broken) {
            throw new IllegalArgumentException(
                    file + ": not a result of this experiment (" + broken.getOriginalMessage()
                            + "); move the file away, and it is run again",
                    broken);
        }
    }
}
