package dev.calor.lab;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.calor.dataset.Toy2d;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One finished run of the density tables: its settings and what came of it. One JSON object a file.
 *
 * @param effort the share of the full evaluation
 * @param seconds of training, or null where they are not known: a run that went on from a checkpoint has only the rest
 * @param machine the run was made on
 */
record DensityCell(
        Toy2d set,
        int states,
        DensityMethod method,
        long steps,
        int batch,
        int negatives,
        double rate,
        long seed,
        double effort,
        DensitySampler sampler,
        DensityExperiment.Result result,
        @Nullable Double seconds,
        String machine) {

    static DensityCell of(
            DensityExperiment run, DensityExperiment.Result result, @Nullable Double seconds, String machine) {
        return new DensityCell(
                run.set(),
                run.states(),
                run.method(),
                run.steps(),
                run.batch(),
                run.negatives(),
                run.rate(),
                run.seed(),
                run.evaluation(),
                run.sampler(),
                result,
                seconds,
                machine);
    }

    static Path file(Path folder, String name) {
        return folder.resolve(name + ".json");
    }

    /** Writes to a file beside it first: a run that is interrupted leaves no half of a cell, which would never be run again. */
    void write(Path file) throws IOException {
        if (file.getParent() != null) {
            Files.createDirectories(file.getParent());
        }
        Path whole = file.resolveSibling(file.getFileName() + ".part");
        Files.writeString(whole, json() + "\n");
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    }

    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
            generator.writeStartObject();
            generator.writeStringField("data", set.toString());
            generator.writeNumberField("states", states);
            generator.writeStringField("method", method.toString());
            generator.writeNumberField("steps", steps);
            generator.writeNumberField("batch", batch);
            generator.writeNumberField("negatives", negatives);
            generator.writeNumberField("rate", rate);
            generator.writeNumberField("seed", seed);
            generator.writeNumberField("effort", effort);
            generator.writeStringField("sampler", sampler.toString());
            estimate(generator, "nll", result.nll());
            estimate(generator, "nllImportance", result.nllImportance());
            estimate(generator, "floor", result.floor());
            estimate(generator, "excess", result.excess());
            estimate(generator, "mmd", result.mmd());
            if (seconds == null) {
                generator.writeNullField("trainingSeconds");
            } else {
                generator.writeNumberField("trainingSeconds", seconds);
            }
            generator.writeStringField("machine", machine);
            generator.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to a string", impossible);
        }
        return text.toString();
    }

    private static void estimate(JsonGenerator generator, String name, DensityExperiment.Estimate estimate)
            throws IOException {
        generator.writeNumberField(name, estimate.value());
        generator.writeNumberField(name + "StandardError", estimate.standardError());
    }

    static DensityCell read(Path file) throws IOException {
        Fields fields = new Fields(file, fields(file));
        return new DensityCell(
                Toy2d.named(fields.text("data")),
                (int) fields.number("states"),
                DensityMethod.named(fields.text("method")),
                (long) fields.number("steps"),
                (int) fields.number("batch"),
                (int) fields.number("negatives"),
                fields.number("rate"),
                (long) fields.number("seed"),
                fields.number("effort"),
                DensitySampler.named(fields.text("sampler")),
                new DensityExperiment.Result(
                        fields.estimate("nll"),
                        fields.estimate("nllImportance"),
                        fields.estimate("floor"),
                        fields.estimate("excess"),
                        fields.estimate("mmd")),
                fields.has("trainingSeconds") ? fields.number("trainingSeconds") : null,
                fields.text("machine"));
    }

    /** The members of the object in a file that are text or numbers; null ones are left out. */
    private static Map<String, String> fields(Path file) throws IOException {
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
        return fields;
    }

    private record Fields(Path file, Map<String, String> values) {
        boolean has(String name) {
            return values.containsKey(name);
        }

        String text(String name) {
            String value = values.get(name);
            if (value == null) {
                throw new IllegalArgumentException(
                        file + ": no '" + name + "' in this cell; delete the file and the cell is run again");
            }
            return value;
        }

        double number(String name) {
            String value = text(name);
            try {
                return Double.parseDouble(value);
            } catch (NumberFormatException wrong) {
                throw new IllegalArgumentException(file + ": '" + name + "' is '" + value + "', not a number", wrong);
            }
        }

        DensityExperiment.Estimate estimate(String name) {
            return new DensityExperiment.Estimate(number(name), number(name + "StandardError"));
        }
    }
}
