package dev.calor.lab.cell;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A finished run on disk: one JSON object a file, whose members are text or numbers; null ones are left out. */
public record CellFile(Path file, Map<String, String> values) {

    /**
     * Writes to a file beside it first, named by the process: a run that is interrupted leaves no half of a cell, which would never be run
     * again, and runs side by side do not meet.
     */
    public static void write(Path file, String json) throws IOException {
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        Path whole = file.resolveSibling(
                file.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        Files.writeString(whole, json + "\n");
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    }

    public static void estimate(JsonGenerator generator, String name, Estimate estimate) throws IOException {
        generator.writeNumberField(name, estimate.value());
        generator.writeNumberField(name + "StandardError", estimate.standardError());
    }

    public static CellFile read(Path file) throws IOException {
        Map<String, String> fields = new HashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(Files.readString(file))) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if (value.isStructStart()) {
                    parser.skipChildren();
                } else if (value != JsonToken.VALUE_NULL) {
                    fields.put(name, parser.getText());
                }
            }
        }
        return new CellFile(file, fields);
    }

    /** All cells of a folder, by name; none where it does not exist. */
    public static List<CellFile> all(Path folder) throws IOException {
        List<CellFile> cells = new ArrayList<>();
        if (Files.isDirectory(folder)) {
            try (Stream<Path> found = Files.list(folder)) {
                for (Path file : found.filter(each -> each.toString().endsWith(".json"))
                        .sorted()
                        .toList()) {
                    cells.add(read(file));
                }
            }
        }
        return cells;
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(
                    file + ": no '" + name + "' in this cell; delete the file and the cell is run again");
        }
        return value;
    }

    public double number(String name) {
        String value = text(name);
        try {
            return Double.parseDouble(value);
        } catch (NumberFormatException wrong) {
            throw new IllegalArgumentException(file + ": '" + name + "' is '" + value + "', not a number", wrong);
        }
    }

    public Estimate estimate(String name) {
        return new Estimate(number(name), number(name + "StandardError"));
    }
}
