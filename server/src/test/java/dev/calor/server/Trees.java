package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.calor.cli.Calor;
import dev.calor.random.RandomStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A made-up table of 18 possible rows, and a model that has learned it. Column a is uniform, b depends on a, c depends on b.
 */
final class Trees {
    static final List<String> A = List.of("ash", "beech", "cedar");
    static final List<String> B = List.of("wet", "dry");
    static final List<String> C = List.of("fern", "moss", "weed");

    private static final int ROWS = 3000;

    /** A small network, which is trained in seconds. */
    private static final String SETTINGS = "steps=600,average=0.98,batch=256,width=64,components=16";

    /** p(b = wet | a), and p(c | b). */
    private static final Map<String, Double> WET = Map.of("ash", 0.9, "beech", 0.5, "cedar", 0.1);

    private static final Map<String, List<Double>> PLANT =
            Map.of("wet", List.of(0.7, 0.2, 0.1), "dry", List.of(0.1, 0.2, 0.7));

    private Trees() {}

    private static double wet(String a) {
        return WET.getOrDefault(a, Double.NaN);
    }

    private static double plant(String b, int c) {
        return PLANT.getOrDefault(b, List.of()).get(c);
    }

    /** p(c | a) = Σ_b p(b | a) p(c | b), which the rows are made by. */
    static Map<String, Double> truth(String a) {
        Map<String, Double> shares = new TreeMap<>();
        for (int c = 0; c < C.size(); c++) {
            shares.put(C.get(c), wet(a) * plant("wet", c) + (1 - wet(a)) * plant("dry", c));
        }
        return shares;
    }

    private static String csv() {
        RandomStream random = RandomStream.of(11);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int row = 0; row < ROWS; row++) {
            String a = A.get(random.nextInt(3));
            String b = random.nextDouble() < wet(a) ? "wet" : "dry";
            double u = random.nextDouble();
            int c = u < plant(b, 0) ? 0 : u < plant(b, 0) + plant(b, 1) ? 1 : 2;
            text.append(a).append(',').append(b).append(',').append(C.get(c)).append('\n');
        }
        return text.toString();
    }

    /** Learns the table by the command line, and sends the model to a server; returns its id. */
    static String model(Running server, Path folder) throws IOException {
        Path table = Files.writeString(folder.resolve("trees.csv"), csv());
        Path file = folder.resolve("trees.calor");
        assertEquals(
                0,
                Calor.run(
                        "fit",
                        table.toString(),
                        "-o",
                        file.toString(),
                        "--quiet",
                        "--preset",
                        "fast",
                        "--set",
                        SETTINGS));
        byte[] answer =
                server.bytes("POST", "/api/models", Files.readAllBytes(file)).body();
        return Json.tree(new String(answer, StandardCharsets.UTF_8)).get("id").asText();
    }
}
