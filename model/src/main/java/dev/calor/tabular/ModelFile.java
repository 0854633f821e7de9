package dev.calor.tabular;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.energy.Energy;
import dev.calor.energy.Marginals;
import dev.calor.energy.MlpEnergy;
import dev.calor.energy.WithBase;
import dev.calor.file.WholeFile;
import dev.calor.random.RandomStream;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.tensor.Device;
import dev.calor.tensor.HostTensor;
import dev.calor.tensor.Tensor;
import dev.calor.train.SafeTensors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
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
    /** Of the format; later ones are refused. */
    private static final int VERSION = 1;

    /** A part larger than this is no model of ours. */
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
        description.set("spec", JSON.valueToTree(model.spec()));
        description.set("provenance", JSON.valueToTree(model.provenance()));
        description.set("reference", JSON.valueToTree(model.reference()));
        if (model.energy() instanceof WithBase based) {
            description.set("marginals", JSON.valueToTree(based.base().weights()));
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

    /** A stream whose end is not that of the one below. */
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

    /** No time of writing: the same model gives the same bytes. Weights hardly shrink, and are stored. */
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
            int version = description.path("version").asInt();
            if (version > VERSION) {
                throw new IOException(file + ": a model of version " + version + ", this Calor reads up to version "
                        + VERSION + "; use a newer Calor");
            }
            TabularSpec spec = JSON.treeToValue(description.get("spec"), TabularSpec.class);
            Schema schema = SchemaFile.parse(file + "!" + SCHEMA, text(zip, file, SCHEMA));
            TableEncoder encoder = CodecJson.read(
                    text(zip, file, ENCODER), schema, spec.method().structure());
            Map<String, String> provenance = new LinkedHashMap<>();
            description
                    .get("provenance")
                    .properties()
                    .forEach(entry ->
                            provenance.put(entry.getKey(), entry.getValue().asText()));
            Reference reference = JSON.treeToValue(description.get("reference"), Reference.class);
            Energy energy = new MlpEnergy(encoder.space(), spec.architecture(), device, RandomStream.of(0));
            if (description.has("marginals")) {
                double[] marginals = JSON.treeToValue(description.get("marginals"), double[].class);
                energy = new WithBase(energy, new Marginals(encoder.space(), marginals));
            }
            try {
                restore(
                        energy,
                        SafeTensors.read(new ByteArrayInputStream(part(zip, file, WEIGHTS)), file.toString()),
                        file);
            } catch (IOException | RuntimeException broken) {
                energy.close();
                throw broken;
            }
            return new TabularModel(spec, encoder, energy, provenance, reference);
        } catch (ZipException | EOFException broken) {
            throw new IOException(file + ": not a model of Calor, or cut short (" + broken.getMessage() + ")", broken);
        } catch (JsonProcessingException | IllegalArgumentException | NullPointerException broken) {
            throw new IOException(file + ": a damaged model (" + broken.getMessage() + ")", broken);
        }
    }

    private static void restore(Energy energy, SafeTensors weights, Path file) throws IOException {
        List<Tensor> parameters = new ArrayList<>(energy.parameters());
        for (int p = 0; p < parameters.size(); p++) {
            HostTensor tensor = weights.tensors().get("parameter." + p);
            if (tensor == null) {
                throw new IOException(file + ": a damaged model (weights " + p + " are missing)");
            }
            parameters.get(p).assignHost(tensor);
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
            // Zip files know a checksum of each part, which reading does not compare.
            if (checksum(bytes) != entry.getCrc()) {
                throw new IOException(file + ": a damaged model (its " + name + " is not what was written)");
            }
            return bytes;
        }
    }
}
