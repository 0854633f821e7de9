package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.calor.cli.Calor;
import dev.calor.random.RandomStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What-if on a model that has learned a small table, whose 18 possible rows can be enumerated. Column a is uniform, b depends on a,
 * c depends on b.
 */
class WhatIfTest {
    private static final int ROWS = 3000;

    /** A small network, which is trained in seconds. */
    private static final String SETTINGS = "steps=600,average=0.98,batch=256,width=64,components=16";

    private static final int DRAWS = 1024;

    /** Of 1,024 draws of three levels: the total variation exceeds .05 in fewer than one of 1,000 answers. */
    private static final double NOISE = 0.05;

    /** What the sampler, which comes from noise in a limited number of steps, may differ from exp(−U). */
    private static final double SAMPLER = 0.03;

    /** What the model may differ from the table after a training of seconds. */
    private static final double LEARNING = 0.05;

    private static final List<String> A = List.of("ash", "beech", "cedar");
    private static final List<String> B = List.of("wet", "dry");
    private static final List<String> C = List.of("fern", "moss", "weed");

    /** p(b = wet | a), and p(c | b). */
    private static final Map<String, Double> WET = Map.of("ash", 0.9, "beech", 0.5, "cedar", 0.1);

    private static final Map<String, double[]> PLANT =
            Map.of("wet", new double[] {0.7, 0.2, 0.1}, "dry", new double[] {0.1, 0.2, 0.7});

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Running server;

    @SuppressWarnings("NullAway.Init")
    private static String model;

    @BeforeAll
    static void learn() throws IOException {
        server = new Running(folder.resolve("home"));
        RandomStream random = RandomStream.of(11);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int row = 0; row < ROWS; row++) {
            String a = A.get(random.nextInt(3));
            String b = random.nextDouble() < wet(a) ? "wet" : "dry";
            double u = random.nextDouble();
            double[] plant = plant(b);
            String c = C.get(u < plant[0] ? 0 : u < plant[0] + plant[1] ? 1 : 2);
            text.append(a).append(',').append(b).append(',').append(c).append('\n');
        }
        Path table = Files.writeString(folder.resolve("trees.csv"), text);
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
        model = Json.tree(new String(
                        server.bytes("POST", "/api/models", Files.readAllBytes(file))
                                .body(),
                        StandardCharsets.UTF_8))
                .get("id")
                .asText();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static double wet(String a) {
        return WET.getOrDefault(a, Double.NaN);
    }

    private static double[] plant(String b) {
        return PLANT.getOrDefault(b, new double[0]);
    }

    private static String path(String call) {
        return "/api/models/" + model + "/" + call;
    }

    /** The distribution of c in an answer, or with nothing set. */
    private static Map<String, Double> answer(String set, String field) {
        JsonNode columns =
                server.json(200, "POST", path("what-if"), "{\"set\":" + set + ",\"draws\":" + DRAWS + ",\"seed\":5}");
        for (JsonNode column : columns) {
            if (column.get("name").asText().equals("c")) {
                Map<String, Double> shares = new TreeMap<>();
                for (int i = 0; i < C.size(); i++) {
                    shares.put(
                            column.get("labels").get(i).asText(),
                            column.get(field).get(i).asDouble());
                }
                return shares;
            }
        }
        throw new AssertionError("no column c in " + columns);
    }

    /** p(c | a) ∝ Σ_b exp(−U(a, b, c)), by the energies that the server gives for all rows. */
    private static Map<String, Double> enumerated(String a) throws IOException {
        StringBuilder rows = new StringBuilder("a,b,c\n");
        B.forEach(b -> C.forEach(
                c -> rows.append(a).append(',').append(b).append(',').append(c).append('\n')));
        Map<String, Double> weights = new TreeMap<>();
        for (String line : server.text(200, "POST", path("score?name=all.csv&format=jsonl"), rows.toString())
                .lines()
                .toList()) {
            JsonNode row = Json.tree(line);
            weights.merge(row.get("c").asText(), Math.exp(-row.get("energy").asDouble()), Double::sum);
        }
        return normalised(weights);
    }

    /** p(c | a) of conditional samples. */
    private static Map<String, Double> sampled(String a) {
        Map<String, Double> counts = new TreeMap<>();
        String order = "{\"rows\":" + DRAWS
                + ",\"seed\":6,\"where\":[{\"column\":\"a\",\"operator\":\"=\",\"values\":[\"" + a + "\"]}]}";
        server.text(200, "POST", path("sample"), order)
                .lines()
                .skip(1)
                .forEach(row -> counts.merge(row.substring(row.lastIndexOf(',') + 1), 1.0, Double::sum));
        return normalised(counts);
    }

    /** p(c | a) = Σ_b p(b | a) p(c | b), which the rows were made by. */
    private static Map<String, Double> truth(String a) {
        Map<String, Double> shares = new TreeMap<>();
        for (int i = 0; i < C.size(); i++) {
            shares.put(C.get(i), wet(a) * plant("wet")[i] + (1 - wet(a)) * plant("dry")[i]);
        }
        return shares;
    }

    private static Map<String, Double> normalised(Map<String, Double> weights) {
        double sum = weights.values().stream().mapToDouble(Double::doubleValue).sum();
        Map<String, Double> shares = new TreeMap<>();
        weights.forEach((level, weight) -> shares.put(level, weight / sum));
        return shares;
    }

    /** Total variation: half the sum of differences. */
    private static double distance(Map<String, Double> one, Map<String, Double> other) {
        assertEquals(one.keySet(), other.keySet());
        return one.keySet().stream()
                        .mapToDouble(level -> Math.abs(one.getOrDefault(level, 0.0) - other.getOrDefault(level, 0.0)))
                        .sum()
                / 2;
    }

    @Test
    @DisplayName("Answers agree with an enumeration of the energy, with conditional samples, and with the table")
    void agrees() throws IOException {
        for (String a : A) {
            Map<String, Double> answer = answer("{\"a\":\"" + a + "\"}", "shares");
            assertTrue(distance(answer, enumerated(a)) < NOISE + SAMPLER, a + ": " + answer + " " + enumerated(a));
            assertTrue(distance(answer, sampled(a)) < 2 * NOISE, a + ": " + answer + " " + sampled(a));
            assertTrue(distance(answer, truth(a)) < NOISE + LEARNING, a + ": " + answer + " " + truth(a));
        }
    }

    @Test
    @DisplayName("Setting a column moves the distributions of the others, and what they are beside stays")
    void moves() {
        String ash = "{\"a\":\"ash\"}";
        String cedar = "{\"a\":\"cedar\"}";
        assertEquals(answer(ash, "before"), answer(cedar, "before"));
        double apart = distance(truth("ash"), truth("cedar"));
        assertTrue(apart > 0.45, "the test would see nothing else: " + apart);
        assertEquals(apart, distance(answer(ash, "shares"), answer(cedar, "shares")), 2 * (NOISE + LEARNING));
    }
}
