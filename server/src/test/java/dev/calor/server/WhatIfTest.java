package dev.calor.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What-if on a model that has learned a small table, whose rows can be enumerated. */
class WhatIfTest {
    private static final int DRAWS = 1024;

    /** Of 1,024 draws of three levels: the total variation exceeds .05 in fewer than one of 1,000 answers. */
    private static final double NOISE = 0.05;

    /** What the sampler, which comes from noise in a limited number of steps, may differ from exp(−U). */
    private static final double SAMPLER = 0.03;

    /** What the model may differ from the table after a training of seconds. */
    private static final double LEARNING = 0.05;

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
        model = Trees.model(server, folder);
    }

    @AfterAll
    static void stop() {
        server.close();
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
                for (int i = 0; i < Trees.C.size(); i++) {
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
        Trees.B.forEach(b -> Trees.C.forEach(
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
        for (String a : Trees.A) {
            Map<String, Double> answer = answer("{\"a\":\"" + a + "\"}", "shares");
            assertTrue(distance(answer, enumerated(a)) < NOISE + SAMPLER, a + ": " + answer + " " + enumerated(a));
            assertTrue(distance(answer, sampled(a)) < 2 * NOISE, a + ": " + answer + " " + sampled(a));
            assertTrue(distance(answer, Trees.truth(a)) < NOISE + LEARNING, a + ": " + answer + " " + Trees.truth(a));
        }
    }

    @Test
    @DisplayName("Setting a column moves the distributions of the others; those they are compared with stay")
    void moves() {
        String ash = "{\"a\":\"ash\"}";
        String cedar = "{\"a\":\"cedar\"}";
        assertEquals(answer(ash, "before"), answer(cedar, "before"));
        double apart = distance(Trees.truth("ash"), Trees.truth("cedar"));
        assertTrue(apart > 0.45, "the test would see nothing else: " + apart);
        assertEquals(apart, distance(answer(ash, "shares"), answer(cedar, "shares")), 2 * (NOISE + LEARNING));
    }
}
