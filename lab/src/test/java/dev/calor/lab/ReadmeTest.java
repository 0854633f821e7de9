package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.tensor.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command and every piece of Java in README.md runs, on a table made up here, in its order, with shorter training. */
class ReadmeTest {
    /** What is made shorter; everything else runs as it stands. */
    private static final Map<String, String> SHORTER = Map.of(
            "--time 5m", "--time 2s --set batch=64,width=32,components=8,levels=10",
            "lab density --data moons --method ed-grid --steps 2000 --effort 0.05",
                    "lab density --data moons --method ed-grid --steps 5 --effort 0.001",
            "lab ising --size 10 --sigma 0.2", "lab ising --size 10 --sigma 0.2 --steps 5 --l1 20",
            "calor demo", "calor demo --quick -o demo.html",
            "TabularSpec.preset(\"fast\")",
                    "TabularSpec.preset(\"fast\").with(\"steps\", \"40\").with(\"components\", \"8\").with(\"levels\", \"10\")");

    private static final int THREADS = Engine.threads();

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    @BeforeAll
    static void tables() throws IOException {
        Engine.setThreads(1);
        Files.writeString(folder.resolve("people.csv"), people(0, 300, false));
        Files.writeString(folder.resolve("new.csv"), people(300, 40, false));
        Files.writeString(folder.resolve("unseen.csv"), people(340, 100, false));
        Files.writeString(folder.resolve("holes.csv"), people(440, 40, true));
    }

    @AfterAll
    static void allThreads() {
        Engine.setThreads(THREADS);
    }

    /** People whose income has to do with their age. */
    private static String people(int first, int count, boolean holes) {
        StringBuilder csv = new StringBuilder("age,sex,joined,income\n");
        for (int i = first; i < first + count; i++) {
            int age = 18 + i * 37 % 60;
            csv.append(holes && i % 3 == 0 ? "" : age)
                    .append(i % 5 < 2 ? ",Female," : ",Male,")
                    .append("2024-0")
                    .append(1 + i % 6)
                    .append("-1")
                    .append(i % 9)
                    .append(age > 45 == (i % 11 > 1) ? ",>50K\n" : ",<=50K\n");
        }
        return csv.toString();
    }

    private static Document readme() {
        return new Document(Path.of("..", "README.md"), folder, SHORTER);
    }

    @Test
    @DisplayName("Every command runs, and prints what is shown")
    void commands() throws IOException {
        int count = readme().commands();
        assertTrue(count >= 14, "README.md has only " + count + " commands");
        for (String written :
                List.of("synthetic.csv", "predicted.csv", "filled.parquet", "anomalies.csv", "report.html")) {
            assertTrue(Files.size(folder.resolve(written)) > 0, written);
        }
    }

    @Test
    @DisplayName("All Java compiles and runs")
    void java() throws Exception {
        int count = readme().java();
        assertTrue(count >= 2, "README.md has only " + count + " pieces of Java");
        assertTrue(Files.size(folder.resolve("people.calor")) > 0);
    }
}
