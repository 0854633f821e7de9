package dev.calor.tabular;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.calor.Hostile;
import dev.calor.io.SafeTensors;
import dev.calor.table.Schema;
import dev.calor.table.SchemaFile;
import dev.calor.tensor.Device;
import dev.calor.tensor.Engine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/**
 * Models, checkpoints and conditions of any bytes are read or refused in words. In the build the kept inputs run; {@code lab/fuzz} looks
 * for more.
 */
class ModelFuzzTest {
    private static final Map<String, byte[]> PARTS = new LinkedHashMap<>();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /** Read when it is first needed: Jazzer must see our classes before they are loaded, or it breaks records. */
    private static final class Read {
        static final Schema SCHEMA =
                SchemaFile.parse("schema", new String(PARTS.get("schema.json"), StandardCharsets.UTF_8));
    }

    @BeforeAll
    static void parts() throws IOException {
        Engine.setThreads(1);
        try (InputStream model = OldModelsTest.class.getResourceAsStream("models/2-reverse.calor");
                ZipInputStream zip = new ZipInputStream(Objects.requireNonNull(model))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                PARTS.put(entry.getName(), zip.readAllBytes());
            }
        }
        PARTS.remove("SHA256SUMS");
    }

    /** A model one of whose parts is made of the bytes: the first byte says which, and the hashes are right. */
    @FuzzTest
    void model(byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            return;
        }
        String part = List.copyOf(PARTS.keySet()).get(Math.floorMod(bytes[0], PARTS.size()));
        Map<String, byte[]> parts = new LinkedHashMap<>(PARTS);
        parts.put(part, Arrays.copyOfRange(bytes, 1, bytes.length));
        Path file = folder.resolve("part.calor");
        ModelArchive.write(file, parts);
        load(file);
    }

    @FuzzTest
    void modelFile(byte[] bytes) throws IOException {
        load(Files.write(folder.resolve("file.calor"), bytes));
    }

    private static void load(Path file) {
        Hostile.refusedInWords(() -> {
            try (TabularModel model = TabularModel.load(file, Device.CPU)) {
                model.schema();
            }
        });
    }

    /** A fitted encoder, alone: what {@link #model} needs most of its time to reach. */
    @FuzzTest
    void encoder(byte[] bytes) throws IOException {
        Hostile.refusedInWords(() -> {
            try {
                CodecJson.read(new String(bytes, StandardCharsets.UTF_8), Read.SCHEMA, Structure.UNIFORM);
            } catch (com.fasterxml.jackson.core.JsonProcessingException notJson) {
                throw new IOException("a damaged model", notJson);
            }
        });
    }

    /** A checkpoint: what can be read can be written, and is the same when it is read again. */
    @FuzzTest
    void checkpoint(byte[] bytes) throws IOException {
        Hostile.refusedInWords(() -> {
            SafeTensors read = SafeTensors.read(new ByteArrayInputStream(bytes), "run.checkpoint");
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            read.write(written);
            SafeTensors again = SafeTensors.read(new ByteArrayInputStream(written.toByteArray()), "again.checkpoint");
            if (!again.metadata().equals(read.metadata())
                    || !again.tensors().keySet().equals(read.tensors().keySet())) {
                throw new AssertionError("not what was written");
            }
        });
    }

    @FuzzTest
    void condition(byte[] bytes) throws IOException {
        Hostile.refusedInWords(() -> Condition.parse(new String(bytes, StandardCharsets.UTF_8), Read.SCHEMA));
    }
}
