package dev.calor.tabular;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.energy.TrainableEnergy;
import dev.calor.energy.mlp.NumberStatistics;
import dev.calor.file.WholeFile;
import dev.calor.io.SafeTensors;
import dev.calor.random.RandomStream;
import dev.calor.rows.Marginals;
import dev.calor.rows.OneHot;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.tensor.Device;
import dev.calor.tensor.HostTensor;
import dev.calor.tensor.Tensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * A model in a file, {@code .calor}: a zip of JSON that can be read without Calor (model, schema, encoder) and the weights in the
 * safetensors format.
 */
final class ModelFile {
    /** The version of the format; later ones are refused. */
    private static final int VERSION = 1;

    /** The largest allowed part; larger ones are refused. */
    private static final long LARGEST_PART = 1L << 30;

    private static final String MODEL = "model.json";
    private static final String SCHEMA = "schema.json";
    private static final String ENCODER = "encoder.json";
    private static final String WEIGHTS = "weights.safetensors";
    private static final ObjectMapper JSON = new ObjectMapper();

    private ModelFile() {}

    static void write(TabularModel model, Path file) throws IOException {
        ObjectNode description = JSON.createObjectNode();
        description.put("format", "calor");
        description.put("version", VERSION);
        description.set("spec", settings(model.spec()));
        description.set("provenance", JSON.valueToTree(model.provenance().toMap()));
        description.set("reference", JSON.valueToTree(model.reference()));
        description.set(
                "marginals", JSON.valueToTree(model.trained().marginals().weights()));
        if (model.trained().numbers() != null) {
            description.set("numbers", JSON.valueToTree(model.trained().numbers()));
        }
        Map<String, HostTensor> tensors = new LinkedHashMap<>();
        List<Tensor> parameters = model.energy().parameters();
        for (int p = 0; p < parameters.size(); p++) {
            tensors.put("parameter." + p, parameters.get(p).toHost());
        }
        ByteArrayOutputStream weights = new ByteArrayOutputStream();
        new SafeTensors(tensors, Map.of()).write(weights);
        byte[] encoder = CodecJson.write(model.encoder()).getBytes(StandardCharsets.UTF_8);
        byte[] schema = SchemaFile.text(model.schema()).getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file, stream -> {
            try (ZipOutputStream zip = new ZipOutputStream(keptOpen(stream))) {
                put(zip, MODEL, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(description));
                put(zip, SCHEMA, schema);
                put(zip, ENCODER, encoder);
                put(zip, WEIGHTS, weights.toByteArray());
            }
        });
    }

    /** Every setting by its name; the method is stored by name too. */
    private static ObjectNode settings(TabularSpec spec) {
        ObjectNode node = JSON.createObjectNode();
        spec.settings()
                .forEach((name, value) -> node.set(
                        name, value instanceof Number ? JSON.valueToTree(value) : JSON.valueToTree(value.toString())));
        return node;
    }

    /** Settings that a file does not have, because they were added later, have the values of the oldest models. */
    private static TabularSpec spec(JsonNode settings) {
        TabularSpec spec = TabularSpec.preset("balanced").with("denoising", "0").with("reverseSteps", "0");
        for (Map.Entry<String, JsonNode> setting : settings.properties()) {
            spec = spec.with(setting.getKey(), setting.getValue().asText());
        }
        return spec;
    }

    /** A stream whose {@code close} does not close the underlying one. */
    private static OutputStream keptOpen(OutputStream stream) {
        return new java.io.FilterOutputStream(stream) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                out.write(bytes, offset, length);
            }

            @Override
            public void close() throws IOException {
                out.flush();
            }
        };
    }

    /** Writes no time stamp: the same model gives the same bytes. Weights hardly compress, so they are stored uncompressed. */
    private static void put(ZipOutputStream zip, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        if (name.equals(WEIGHTS)) {
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCrc(checksum(bytes));
        }
        zip.putNextEntry(entry);
        zip.write(bytes);
        zip.closeEntry();
    }

    private static long checksum(byte[] bytes) {
        CRC32 sum = new CRC32();
        sum.update(bytes);
        return sum.getValue();
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
        try (ZipFile zip = new ZipFile(file.toFile())) {
            JsonNode description = JSON.readTree(part(zip, file, MODEL));
            if (!description.path("format").asText().equals("calor")) {
                throw new IOException(file + ": a zip file, but not a model of Calor");
            }
            checkVersion(description.path("version"), file);
            TabularSpec spec = spec(CodecJson.required(description, "spec", JsonNode.class));
            Schema schema = SchemaFile.parse(file + "!" + SCHEMA, text(zip, file, SCHEMA));
            TableEncoder encoder = CodecJson.read(
                    text(zip, file, ENCODER), schema, spec.method().structure());
            Map<String, String> provenance = new LinkedHashMap<>();
            CodecJson.required(description, "provenance", JsonNode.class)
                    .properties()
                    .forEach(entry ->
                            provenance.put(entry.getKey(), entry.getValue().asText()));
            Reference reference = CodecJson.required(description, "reference", Reference.class);
            if (reference.surprises().length != schema.columns().size()) {
                throw new IllegalArgumentException(reference.surprises().length + " surprises for "
                        + schema.columns().size() + " columns");
            }
            Marginals marginals = description.has("marginals")
                    ? new Marginals(encoder.space(), CodecJson.required(description, "marginals", double[].class))
                    : Marginals.uniform(encoder.space()); // the first files do not have them for the paper's methods
            SafeTensors weights = SafeTensors.read(new ByteArrayInputStream(part(zip, file, WEIGHTS)), file.toString());
            checkSize(spec.network(), new OneHot(encoder.space()).slots(), weights);
            NumberStatistics numbers = description.has("numbers")
                    ? JSON.treeToValue(description.get("numbers"), NumberStatistics.class)
                    : null;
            TrainedEnergy trained =
                    TrainedEnergy.of(spec, encoder.space(), marginals, numbers, device, RandomStream.of(0));
            TrainableEnergy energy = trained.energy();
            try {
                restore(energy, weights, file);
            } catch (IOException | RuntimeException broken) {
                energy.close();
                throw broken;
            }
            return new TabularModel(spec, encoder, trained, ModelProvenance.of(provenance), reference);
        } catch (ZipException | EOFException broken) {
            throw new IOException(file + ": not a model of Calor, or cut short (" + broken.getMessage() + ")", broken);
        } catch (JsonProcessingException broken) {
            throw new IOException(file + ": a damaged model (" + complaint(broken) + ")", broken);
        } catch (IllegalArgumentException broken) {
            throw new IOException(file + ": a damaged model (" + broken.getMessage() + ")", broken);
        }
    }

    /** The error of JSON, in one line and without class names. */
    private static String complaint(JsonProcessingException broken) {
        if (broken.getCause() instanceof IllegalArgumentException refused) {
            return String.valueOf(refused.getMessage());
        }
        return broken instanceof JsonMappingException ? "a value of the wrong kind" : "not JSON";
    }

    private static void checkVersion(JsonNode version, Path file) throws IOException {
        if (!version.isInt() || version.asInt() < 1) {
            throw new IOException(file + ": a damaged model ("
                    + (version.isMissingNode() ? "it has no version" : "its version is " + version) + ")");
        }
        if (version.asInt() > VERSION) {
            throw new IOException(file + ": a model of version " + version.asInt() + ", this Calor reads up to version "
                    + VERSION + "; use a newer Calor");
        }
    }

    /** Refuses settings of a network that needs more weights than the file has, before memory is allocated for it. */
    private static void checkSize(TabularSpec.Network network, int slots, SafeTensors weights) {
        double needed = (network.depth() - 1) * (double) network.width() * network.width()
                + (double) network.width() * network.components()
                + (double) slots * network.embedding();
        double there = weights.tensors().values().stream()
                .mapToDouble(tensor -> tensor.bytes().length / (double) Float.BYTES)
                .sum();
        if (needed > there) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "its settings are those of a network of at least %.0f weights, and it has %.0f",
                    needed,
                    there));
        }
    }

    private static void restore(TrainableEnergy energy, SafeTensors weights, Path file) throws IOException {
        List<Tensor> parameters = new ArrayList<>(energy.parameters());
        for (int p = 0; p < parameters.size(); p++) {
            HostTensor tensor = weights.tensors().get("parameter." + p);
            if (tensor == null) {
                throw new IOException(file + ": a damaged model (weights " + p + " are missing)");
            }
            requireFinite(tensor, p, file);
            parameters.get(p).assignHost(tensor);
        }
        if (weights.tensors().size() != parameters.size()) {
            throw new IOException(file + ": a damaged model ("
                    + weights.tensors().size() + " tensors of weights for " + parameters.size() + " of the network)");
        }
    }

    private static void requireFinite(HostTensor tensor, int p, Path file) throws IOException {
        if (tensor.type() != HostTensor.Type.F32) {
            return; // of another type than the network's: refused where it is assigned
        }
        FloatBuffer numbers =
                ByteBuffer.wrap(tensor.bytes()).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
        while (numbers.hasRemaining()) {
            float weight = numbers.get();
            if (!Float.isFinite(weight)) {
                throw new IOException(file + ": a damaged model (weights " + p + " hold " + weight + ")");
            }
        }
    }

    private static String text(ZipFile zip, Path file, String name) throws IOException {
        return new String(part(zip, file, name), StandardCharsets.UTF_8);
    }

    private static byte[] part(ZipFile zip, Path file, String name) throws IOException {
        ZipEntry entry = zip.getEntry(name);
        if (entry == null) {
            throw new IOException(file + ": not a model of Calor (it has no " + name + ")");
        }
        if (entry.getSize() > LARGEST_PART) {
            throw new IOException(file + ": its " + name + " would be " + entry.getSize() + " bytes, more than the "
                    + LARGEST_PART + " a model may have");
        }
        try (InputStream stream = zip.getInputStream(entry)) {
            byte[] bytes = stream.readNBytes((int) LARGEST_PART);
            // Zip files have a checksum of each part, which reading does not check.
            if (checksum(bytes) != entry.getCrc()) {
                throw new IOException(file + ": a damaged model (its " + name + " is not what was written)");
            }
            return bytes;
        }
    }
}
