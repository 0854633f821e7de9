package dev.calor.server;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

/**
 * Checks a model file before anything is built from it. A file of a few kilobytes may unpack to gigabytes, or ask for a
 * network of gigabytes, which would be allocated before the weights are read.
 */
final class UntrustedModel {
    private static final int MOST_PARTS = 8;

    /** Settings on which time or memory depend, with values that no sensible model exceeds. */
    private static final Map<String, Integer> LARGEST = Map.of(
            "width", 4096,
            "depth", 64,
            "embedding", 256,
            "components", 4096,
            "negatives", 4096,
            "reverseSteps", 10_000,
            "levels", 10_000,
            "rounds", 100,
            "lastRounds", 10_000);

    private UntrustedModel() {}

    /** @throws Refusal if the file is not a zip file, or larger inside than allowed, or asks for too large a network */
    static void check(Path file, Limits limits) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            if (zip.size() > MOST_PARTS) {
                throw Refusal.unusable("not a model of Calor: it has " + zip.size() + " parts");
            }
            long left = limits.upload();
            for (Enumeration<? extends ZipEntry> parts = zip.entries(); parts.hasMoreElements(); ) {
                left -= size(zip, parts.nextElement(), left);
            }
            ZipEntry description = zip.getEntry("model.json");
            if (description == null) {
                throw Refusal.unusable("not a model of Calor: it has no model.json; send a file that calor fit made");
            }
            try (InputStream in = zip.getInputStream(description)) {
                check(Json.MAPPER.readTree(in).path("spec"));
            }
        } catch (ZipException damaged) {
            throw Refusal.unusable("not a model of Calor, or cut short (" + damaged.getMessage() + ")");
        }
    }

    /** The real size of a part, whatever its header says. */
    private static long size(ZipFile zip, ZipEntry part, long most) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long size = 0;
        try (InputStream in = zip.getInputStream(part)) {
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                size += count;
                if (size > most) {
                    throw Refusal.tooMuch("--max-upload", "the model unpacks to more than is allowed");
                }
            }
        }
        return size;
    }

    private static void check(JsonNode settings) {
        settings.properties().forEach(setting -> {
            JsonNode value = setting.getValue();
            Integer most = LARGEST.get(setting.getKey());
            if (most != null && (!value.isIntegralNumber() || !value.canConvertToInt() || value.asInt() > most)) {
                throw Refusal.unusable("the model's " + setting.getKey() + " is " + value + ": at most " + most
                        + " is allowed in a model that is sent");
            }
            if (value.isObject()) {
                check(value);
            }
        });
    }
}
