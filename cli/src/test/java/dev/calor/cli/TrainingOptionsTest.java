package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.dataset.Rides;
import dev.calor.random.RandomStream;
import dev.calor.table.TableWriter;
import dev.calor.tensor.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is chosen for the user, what time and memory are announced, and what becomes of limits on them. */
class TrainingOptionsTest {
    private static final String TINY = TableCommandsTest.TINY;
    private static final int THREADS = 2;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Path rides;

    @BeforeAll
    static void write() throws IOException {
        rides = folder.resolve("rides.csv");
        TableWriter.write(Rides.days(60, RandomStream.of(1)), rides);
    }

    private static Calor.Outcome fit(String name, String... more) {
        List<String> words = new ArrayList<>(
                List.of("fit", rides.toString(), "-o", folder.resolve(name).toString()));
        words.addAll(List.of(more));
        return Calor.run(words.toArray(String[]::new));
    }

    private static Calor.Outcome good(Calor.Outcome outcome) {
        assertEquals(0, outcome.code(), outcome.err());
        return outcome;
    }

    @Test
    @DisplayName("One line names the preset, the reason and the time of another preset; not if the user chose one")
    void line() {
        String chosen = good(fit("line.calor", "--set", TINY)).err();
        String line = "preset: fast, since 60 rows, which takes about \\d+ seconds; --preset balanced takes about .*";
        assertEquals(1, chosen.lines().filter(each -> each.matches(line)).count(), chosen);
        assertFalse(
                good(fit("line.calor", "--preset", "fast", "--set", TINY)).err().contains("preset:"));
        assertFalse(good(fit("line.calor", "--quiet", "--set", TINY)).err().contains("preset:"));
    }

    @Test
    @DisplayName(
            "A time limit that is too short causes a warning with the steps done, the recommended steps and their time")
    void shortTime() {
        String wide = "width=512,depth=4,batch=64";
        String err = good(fit("short.calor", "--time", "0.5s", "--quiet", "--set", wide))
                .err();
        assertTrue(err.contains("warning: the time was enough for "), err);
        assertTrue(err.matches("(?s).* 1,000 are sensible for [0-9,]+ rows.*--time \\d+[sm] would do them.*"), err);
        assertFalse(good(fit("short.calor", "--time", "1s", "--quiet", "--set", TINY + ",steps=2"))
                .err()
                .contains("the time was"));
        assertEquals(2, fit("short.calor", "--time", "soon").code());
    }

    @Test
    @DisplayName(
            "--memory: below the need, one thread gives the same bytes; work that needs still more is refused with numbers")
    void memory() throws IOException {
        String large = "steps=2,width=64,depth=2,batch=64,negatives=4000,components=1";
        Engine.setThreads(THREADS);
        String free =
                good(fit("free.calor", "--preset", "fast", "--set", large)).err();
        double need = megabytes(free);
        String capped = good(fit("capped.calor", "--preset", "fast", "--set", large, "--memory", (need - 20) + "MB"))
                .err();
        assertTrue(capped.contains("on one thread, to stay below --memory"), capped);
        assertTrue(megabytes(capped) < need - 20, capped);
        assertEquals(THREADS, Engine.threads(), "the limit ends with the command");
        String sample = "sample %s -n 5 --quiet";
        assertEquals(
                good(Calor.run(sample.formatted(folder.resolve("free.calor")).split(" ")))
                        .out(),
                good(Calor.run(sample.formatted(folder.resolve("capped.calor")).split(" ")))
                        .out());
        Calor.Outcome refused = fit("none.calor", "--preset", "fast", "--set", large, "--memory", "410MB");
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains("there are 410 MB; lower the batch, 64"), refused.err());
        assertFalse(Files.exists(folder.resolve("none.calor")));
        assertTrue(fit("none.calor", "--memory", "100MB").err().contains("for the program alone"));
    }

    @Test
    @DisplayName("score and classify print the memory they need and keep within a limit")
    void scores() throws IOException {
        good(fit("model.calor", "--preset", "fast", "--set", TINY));
        String model = folder.resolve("model.calor").toString();
        Path scored = folder.resolve("scored.csv");
        String err = good(Calor.run("score", model, rides.toString(), "-o", scored.toString()))
                .err();
        assertTrue(err.contains("scoring ") && err.contains(" rows, with about "), err);
        byte[] before = Files.readAllBytes(scored);
        String limit = (megabytes(err) - 1) + "MB";
        Calor.Outcome capped = Calor.run("score", model, rides.toString(), "-o", scored.toString(), "--memory", limit);
        if (capped.code() == 0) {
            assertArrayEquals(before, Files.readAllBytes(scored));
        }
        for (String[] command : new String[][] {{"score"}, {"classify", "--target", "season"}}) {
            List<String> words = new ArrayList<>(List.of(command));
            words.addAll(1, List.of(model, rides.toString(), "--memory", "300MB"));
            Calor.Outcome refused = Calor.run(words.toArray(String[]::new));
            assertEquals(2, refused.code(), refused.err());
            assertTrue(refused.err().contains("there are 300 MB"), refused.err());
        }
    }

    /** The announced total. */
    static double megabytes(String err) {
        Matcher found = Pattern.compile("with about ([0-9.]+) (MB|GB)").matcher(err);
        assertTrue(found.find(), err);
        return Double.parseDouble(found.group(1)) * (found.group(2).equals("GB") ? 1000 : 1);
    }
}
