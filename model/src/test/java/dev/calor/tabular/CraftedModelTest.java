package dev.calor.tabular;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.calor.io.SafeTensors;
import dev.calor.random.RandomStream;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import dev.calor.tensor.HostTensor;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files whose checksums are right and whose contents are not: refused in one line, before any work. */
class CraftedModelTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path folder;

    private static final Map<String, byte[]> PARTS = new LinkedHashMap<>();

    @BeforeAll
    @SuppressWarnings("NullAway") // JUnit sets the folder before
    static void save() throws IOException {
        Engine.setThreads(1); // small tensors: more threads only wait for each other
        TabularSpec tiny = TabularSpec.preset("fast")
                .with("width", "8")
                .with("depth", "2")
                .with("batch", "16")
                .withSteps(2);
        Path file = folder.resolve("good.calor");
        try (TabularModel model = TabularModel.fit(MixedTables.random(30, true, 1), tiny)) {
            model.save(file);
        }
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(file))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                PARTS.put(entry.getName(), zip.readAllBytes());
            }
        }
        PARTS.remove("SHA256SUMS");
    }

    private static Path with(String part, byte[] bytes) throws IOException {
        Path file = folder.resolve("crafted.calor");
        Map<String, byte[]> changed = new LinkedHashMap<>(PARTS);
        changed.put(part, bytes);
        ModelArchive.write(file, changed);
        return file;
    }

    private static void assertRefused(Path file, String... words) {
        IOException refused = assertThrows(
                IOException.class, () -> TabularModel.load(file, Device.CPU).close());
        String message = String.valueOf(refused.getMessage());
        assertOneLine(message);
        for (String word : words) {
            assertTrue(message.contains(word), "'" + word + "' is missing in: " + message);
        }
    }

    private static void assertOneLine(String message) {
        assertTrue(message.contains("crafted.calor"), message);
        assertFalse(message.contains("\n"), message);
        assertFalse(message.contains("Exception") || message.contains("java.") || message.contains("(null"), message);
    }

    private static JsonNode json(String part) throws IOException {
        return JSON.readTree(PARTS.get(part));
    }

    private static Path with(String part, JsonNode node) throws IOException {
        return with(part, JSON.writeValueAsBytes(node));
    }

    @ParameterizedTest
    @CsvSource({
        "rounds, 1000000000", "levels, 1000000000", "lastRounds, 1000000000", "depth, 1000000", "width, 1000000",
        "embedding, 1000000000", "components, 1000000000", "negatives, 1000000000", "batch, 2000000000", "rate, NaN",
        "seconds, NaN", "depth, 0", "average, 1"
    })
    @DisplayName("Settings out of range are refused, with name and value")
    void settings(String setting, String value) throws IOException {
        JsonNode model = json("model.json");
        ((ObjectNode) model.path("spec")).put(setting, value);
        assertRefused(with("model.json", model), setting, "damaged");
    }

    @Test
    @DisplayName(
            "A network larger than the file's weights is refused before it is made: 65,536 wide would be 17 GB per layer")
    void network() throws IOException {
        JsonNode model = json("model.json");
        ((ObjectNode) model.path("spec")).put("width", 65_536).put("depth", 900);
        assertRefused(with("model.json", model), "'first.categories'", "65536");
    }

    @Test
    @DisplayName("Versions that are missing, absurd, or not a number are refused")
    void versions() throws IOException {
        for (String version : List.of("0", "-1", "1e400", "\"1\"", "1.5", "[]", "99999999999999999999")) {
            JsonNode model = json("model.json");
            ((ObjectNode) model).set("version", JSON.readTree(version));
            assertRefused(with("model.json", model), "version");
        }
        JsonNode model = json("model.json");
        ((ObjectNode) model).remove("version");
        assertRefused(with("model.json", model), "no version");
    }

    @Test
    @DisplayName("Quantiles out of order, not finite, or of no distribution function are refused")
    void quantiles() throws IOException {
        for (String change : List.of("unsorted", "infinite", "crossed", "flat", "short", "half")) {
            JsonNode encoder = json("encoder.json");
            JsonNode quantiles = encoder.get(3).path("quantiles");
            ArrayNode left = (ArrayNode) quantiles.path("left");
            ArrayNode cumulative = (ArrayNode) quantiles.path("cumulative");
            switch (change) {
                case "unsorted" -> left.set(0, JSON.readTree("1e9"));
                case "infinite" -> left.set(0, JSON.readTree("\"-Infinity\""));
                case "crossed" -> left.set(1, JSON.readTree("-1e9"));
                case "flat" -> cumulative.set(2, cumulative.get(1));
                case "short" -> left.remove(0);
                default -> cumulative.set(cumulative.size() - 1, JSON.readTree("0.9999999"));
            }
            assertRefused(with("encoder.json", encoder), "quantiles");
        }
    }

    @Test
    @DisplayName("Counts that are negative or not one per level, and codecs of another kind of column, are refused")
    void codecs() throws IOException {
        JsonNode encoder = json("encoder.json");
        ((ArrayNode) encoder.get(5).path("counts")).set(0, JSON.readTree("-1"));
        assertRefused(with("encoder.json", encoder), "counts");
        ((ArrayNode) encoder.get(5).path("counts")).remove(0);
        assertRefused(with("encoder.json", encoder), "1 counts for 2 levels");
        ((ObjectNode) encoder.get(5)).put("kind", "number");
        assertRefused(with("encoder.json", encoder), "'kind' is boolean");
    }

    @Test
    @DisplayName("Energies to compare with that are unsorted or none are refused")
    void reference() throws IOException {
        JsonNode model = json("model.json");
        ArrayNode energies = (ArrayNode) model.path("reference").path("energies");
        energies.set(0, JSON.readTree("1e9"));
        assertRefused(with("model.json", model), "energies");
        energies.removeAll();
        assertRefused(with("model.json", model), "energies");
    }

    private static byte[] safetensors(String header, byte[] data) {
        byte[] text = header.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(8 + text.length + data.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(text.length)
                .put(text)
                .put(data)
                .array();
    }

    @Test
    @DisplayName("Weights that are NaN or infinite are refused, and so are tensors too many")
    void weights() throws IOException {
        for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY}) {
            SafeTensors read =
                    SafeTensors.read(new ByteArrayInputStream(PARTS.get("weights.safetensors")), "good.calor");
            HostTensor last = read.tensors().get("last.weight");
            ByteBuffer.wrap(java.util.Objects.requireNonNull(last).bytes())
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putFloat(0, bad);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            read.write(bytes);
            assertRefused(with("weights.safetensors", bytes.toByteArray()), "hold " + bad);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0, 4 | 2, 6 | 1 | neither gaps nor overlaps",
                "0, 4 | 0, 4 | 1 | neither gaps nor overlaps",
                "0, 4 | 8, 12 | 1 | neither gaps nor overlaps",
                "4, 0 | 4, 8 | 1 | offsets",
                "-4, 0 | 0, 4 | 1 | neither gaps nor overlaps",
                "0 | 0, 4 | 1 | offsets",
                "0, 4 | 4, 9000000000000000000 | 1 | offsets",
                "0, 4 | 4, 8 | -1 | shape",
                "0, 4 | 4, 8 | 9000000000000000000 | shape",
                "0, 4 | 4, 8 | 2147483647, 2147483647, 2147483647 | cut short"
            })
    @DisplayName("Tensors that overlap, leave gaps, or have absurd offsets and shapes are refused")
    void offsets(String first, String second, String shape, String word) throws IOException {
        String header = "{\"embedding\": {\"dtype\": \"F32\", \"shape\": [1], \"data_offsets\": [" + first
                + "]}, \"first.categories\": {\"dtype\": \"F32\", \"shape\": [" + shape + "], \"data_offsets\": ["
                + second
                + "]}}";
        assertRefused(with("weights.safetensors", safetensors(header, new byte[12])), word);
    }

    @Test
    @DisplayName("300 random changes of JSON fields: each is loaded or refused in one line")
    void mutations() throws IOException {
        RandomStream random = RandomStream.of(11);
        String[] values = {"null", "-1", "0", "1e300", "\"NaN\"", "\"x\"", "[]", "{}", "2147483648", "true", "1.5"};
        int refused = 0;
        for (int i = 0; i < 300; i++) {
            RandomStream own = random.child(i);
            String part = List.of("model.json", "encoder.json", "schema.json").get(own.nextInt(3));
            JsonNode root = json(part);
            List<JsonNode> holders = new ArrayList<>();
            holders(root, holders);
            JsonNode holder = holders.get(own.nextInt(holders.size()));
            JsonNode value = JSON.readTree(values[own.nextInt(values.length)]);
            int at = own.nextInt(holder.size());
            if (holder instanceof ArrayNode array) {
                array.set(at, value);
            } else {
                List<String> names = new ArrayList<>();
                holder.fieldNames().forEachRemaining(names::add);
                ((ObjectNode) holder).set(names.get(at), value);
            }
            try {
                TabularModel.load(with(part, root), Device.CPU).close();
            } catch (IOException message) {
                refused++;
                assertOneLine(String.valueOf(message.getMessage()));
            }
        }
        assertTrue(refused > 100, refused + " of 300 refused");
    }

    /** All objects and arrays that are not empty. */
    private static void holders(JsonNode node, List<JsonNode> found) {
        if (node.size() > 0) {
            found.add(node);
        }
        node.forEach(child -> holders(child, found));
    }

    @Test
    @DisplayName("Weights are found by name: one too few, one too many and one renamed are refused")
    void names() throws IOException {
        SafeTensors read = SafeTensors.read(new ByteArrayInputStream(PARTS.get("weights.safetensors")), "good.calor");
        HostTensor bias = java.util.Objects.requireNonNull(read.tensors().get("last.bias"));
        Map<String, HostTensor> more = new LinkedHashMap<>(read.tensors());
        more.put("second.bias", bias);
        assertRefused(withTensors(more), "'second.bias' is one too many");
        more.remove("last.bias");
        assertRefused(withTensors(more), "'last.bias' are missing");
    }

    private static Path withTensors(Map<String, HostTensor> tensors) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        new SafeTensors(tensors, Map.of()).write(bytes);
        return with("weights.safetensors", bytes.toByteArray());
    }

    @Test
    @DisplayName(
            "JSON of five million values, and of 200 brackets, is refused while it is read; so are correlations of 300 numbers")
    void large() throws IOException {
        assertRefused(
                with("encoder.json", ("[" + "{},".repeat(2_500_000) + "{}]").getBytes(StandardCharsets.UTF_8)),
                "larger");
        assertRefused(with("encoder.json", "[".repeat(200).getBytes(StandardCharsets.UTF_8)), "deeper");
        JsonNode model = json("model.json");
        ArrayNode correlation = JSON.createArrayNode();
        for (int i = 0; i < 300; i++) {
            correlation.add(JSON.valueToTree(new double[300]));
        }
        ((ObjectNode) model.path("numbers")).set("correlation", correlation);
        assertRefused(with("model.json", model), "300 numbers");
    }

    @Test
    @DisplayName("Crosses of columns that are not there, of too many cells, or without weights are refused")
    void crosses() throws IOException {
        for (int[][] crosses : new int[][][] {{{0, 99}}, {{0, -1}}, {{0}}, {{0, 0}}, {{0, 1}}}) {
            JsonNode model = json("model.json");
            ((ObjectNode) model).set("crosses", JSON.valueToTree(crosses));
            assertRefused(with("model.json", model), "");
        }
    }

    @Test
    @DisplayName("Weights that unpack to sixteen times their bytes are refused before they are unpacked")
    void bomb() throws IOException {
        Path file = folder.resolve("crafted.calor");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, byte[]> part : PARTS.entrySet()) {
                zip.putNextEntry(new ZipEntry(part.getKey()));
                zip.write(
                        part.getKey().endsWith("tensors")
                                ? new byte[10_000_000]
                                : new String(part.getValue(), StandardCharsets.UTF_8)
                                        .replace("\"version\" : 2", "\"version\" : 1")
                                        .getBytes(StandardCharsets.UTF_8));
                zip.closeEntry();
            }
        }
        assertRefused(file, "would become 10000000 of weights");
    }
}
