package dev.calor.tabular;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.energy.mlp.DerivedInputs;
import dev.calor.energy.mlp.MlpParameters;
import dev.calor.energy.mlp.NumberStatistics;
import dev.calor.file.BoundedJson;
import dev.calor.io.SafeTensors;
import dev.calor.random.RandomStream;
import dev.calor.rows.Marginals;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.tensor.Device;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipException;

/**
 * A model in a file, {@code .calor}: a {@link ModelArchive} of JSON that can be read without Calor (model, schema, encoder) and the
 * weights in the safetensors format. docs/decisions/021-model-files.md lists the versions of the format.
 */
final class ModelFile {
    /** The version of the format that is written; earlier ones are read, later ones are refused. */
    private static final int VERSION = 2;

    /** The first version of Calor that reads this format; older ones name it in their error message. */
    private static final String READER = "0.1.0";

    private static final String MODEL = "model.json";
    private static final String SCHEMA = "schema.json";
    private static final String ENCODER = "encoder.json";
    private static final String WEIGHTS = "weights.safetensors";
    private static final ObjectMapper JSON = BoundedJson.mapper();

    /** Settings added since version 2, with the values that behave like the builds before them. Other values are written. */
    private static final Map<String, String> ADDED = Map.of("tries", "0");

    private ModelFile() {}

    static void write(TabularModel model, Path file) throws IOException {
        ObjectNode description = JSON.createObjectNode();
        description.put("format", "calor");
        description.put("version", VERSION);
        description.put("reader", READER);
        description.set("spec", settings(model.spec()));
        description.set("provenance", JSON.valueToTree(model.provenance().toMap()));
        description.set("reference", JSON.valueToTree(model.reference()));
        description.set(
                "marginals", JSON.valueToTree(model.trained().marginals().weights()));
        DerivedInputs derived = model.trained().derived();
        if (derived.numbers() != null) {
            description.set("numbers", JSON.valueToTree(derived.numbers()));
        }
        if (!derived.crosses().isEmpty()) {
            description.set("crosses", JSON.valueToTree(derived.crosses()));
        }
        ByteArrayOutputStream weights = new ByteArrayOutputStream();
        new SafeTensors(ModelWeights.of(model), Map.of()).write(weights);
        Map<String, byte[]> parts = new LinkedHashMap<>();
        parts.put(MODEL, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(description));
        parts.put(SCHEMA, SchemaFile.text(model.schema()).getBytes(StandardCharsets.UTF_8));
        parts.put(ENCODER, CodecJson.write(model.encoder()).getBytes(StandardCharsets.UTF_8));
        parts.put(WEIGHTS, weights.toByteArray());
        ModelArchive.write(file, parts);
    }

    /** Every setting by its name; the method is stored by name too. */
    private static ObjectNode settings(TabularSpec spec) {
        ObjectNode node = JSON.createObjectNode();
        spec.settings().forEach((name, value) -> {
            if (!value.toString().equals(ADDED.get(name))) {
                node.set(name, JSON.valueToTree(value instanceof Number ? value : value.toString()));
            }
        });
        return node;
    }

    /** Settings that a file does not have, because they were added later, have the values of the oldest models. */
    private static TabularSpec spec(JsonNode settings) {
        TabularSpec spec = TabularSpec.preset("balanced").with("denoising", "0").with("reverseSteps", "0");
        for (Map.Entry<String, String> setting : ADDED.entrySet()) {
            spec = spec.with(setting.getKey(), setting.getValue());
        }
        for (Map.Entry<String, JsonNode> setting : settings.properties()) {
            spec = spec.with(setting.getKey(), setting.getValue().asText());
        }
        return spec;
    }

    static TabularModel read(Path file, Device device) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException(file + ": there is no such file; make a model with calor fit");
        }
        if (Files.isDirectory(file)) {
            throw new IOException(file + ": a folder, not a model; give a file that calor fit made");
        }
        if (!Files.isReadable(file)) {
            throw new AccessDeniedException(file.toString());
        }
        try (ModelArchive archive = ModelArchive.open(file)) {
            return read(archive, file, device);
        } catch (ZipException | EOFException broken) {
            throw new IOException(file + ": not a model of Calor, or cut short (" + broken.getMessage() + ")", broken);
        } catch (JsonProcessingException broken) {
            throw new IOException(file + ": a damaged model (" + complaint(broken) + ")", broken);
        } catch (IllegalArgumentException broken) {
            throw new IOException(file + ": a damaged model (" + broken.getMessage() + ")", broken);
        }
    }

    private static TabularModel read(ModelArchive archive, Path file, Device device) throws IOException {
        JsonNode description = JSON.readTree(archive.part(MODEL));
        if (!description.path("format").asText().equals("calor")) {
            throw new IOException(file + ": a zip file, but not a model of Calor");
        }
        int version = version(description, file);
        if (version > 1 && !archive.hasHashes()) {
            throw new IllegalArgumentException("it has no hashes");
        }
        TabularSpec spec = spec(CodecJson.required(description, "spec", JsonNode.class));
        Schema schema = SchemaFile.parse(file + "!" + SCHEMA, archive.text(SCHEMA));
        TableEncoder encoder =
                CodecJson.read(archive.text(ENCODER), schema, spec.method().structure());
        Reference reference = CodecJson.required(description, "reference", Reference.class);
        if (reference.surprises().length != schema.columns().size()) {
            throw new IllegalArgumentException(reference.surprises().length + " surprises for "
                    + schema.columns().size() + " columns");
        }
        Marginals marginals = description.has("marginals")
                ? new Marginals(encoder.space(), CodecJson.required(description, "marginals", double[].class))
                : Marginals.uniform(encoder.space()); // the first files do not have them for the paper's methods
        DerivedInputs derived = new DerivedInputs(
                description.has("numbers") ? CodecJson.required(description, "numbers", NumberStatistics.class) : null,
                description.has("crosses")
                        ? crosses(CodecJson.required(description, "crosses", int[][].class))
                        : List.of());
        ModelProvenance provenance = provenance(CodecJson.required(description, "provenance", JsonNode.class));
        SafeTensors tensors = SafeTensors.read(new ByteArrayInputStream(archive.part(WEIGHTS)), file.toString());
        ModelWeights weights = ModelWeights.checked(
                version,
                MlpParameters.shapes(encoder.space(), spec.method().architecture(spec.network()), derived),
                tensors);
        TrainedEnergy trained = TrainedEnergy.of(spec, encoder.space(), marginals, derived, device, RandomStream.of(0));
        weights.restore(trained.network());
        return new TabularModel(spec, encoder, trained, provenance, reference);
    }

    private static List<List<Integer>> crosses(int[][] columns) {
        return Arrays.stream(columns)
                .map(cross -> Arrays.stream(cross).boxed().toList())
                .toList();
    }

    private static ModelProvenance provenance(JsonNode node) {
        Map<String, String> provenance = new LinkedHashMap<>();
        node.properties()
                .forEach(
                        entry -> provenance.put(entry.getKey(), entry.getValue().asText()));
        return ModelProvenance.of(provenance);
    }

    /** The error of JSON, in one line and without class names. */
    private static String complaint(JsonProcessingException broken) {
        if (broken.getCause() instanceof IllegalArgumentException refused) {
            return String.valueOf(refused.getMessage());
        }
        if (broken instanceof StreamConstraintsException) {
            return "its JSON is larger or deeper than that of any model";
        }
        return broken instanceof JsonMappingException ? "a value of the wrong kind" : "not JSON";
    }

    /** The version of a file's format. */
    private static int version(JsonNode description, Path file) throws IOException {
        JsonNode version = description.path("version");
        if (!version.isInt() || version.asInt() < 1) {
            throw new IOException(file + ": a damaged model ("
                    + (version.isMissingNode() ? "it has no version" : "its version is " + version) + ")");
        }
        if (version.asInt() > VERSION) {
            String reader = description.path("reader").asText();
            throw new IOException(file + ": a model of version " + version.asInt() + ", this Calor reads up to version "
                    + VERSION + "; use "
                    + (reader.matches("[\\w.-]{1,20}") ? "Calor " + reader + " or newer" : "a newer Calor"));
        }
        return version.asInt();
    }
}
