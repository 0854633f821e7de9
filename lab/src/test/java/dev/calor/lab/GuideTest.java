package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.tensor.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command and every piece of Java in docs/guide.md and docs/api.md runs, with fewer rows and shorter training. */
class GuideTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final int THREADS = Engine.threads();
    private static final String TINY =
            ".with(\"steps\", \"30\").with(\"width\", \"32\").with(\"components\", \"8\").with(\"batch\", \"64\").with(\"levels\", \"10\")";

    private static final Map<String, String> SHORTER = Map.of(
            "--rows 5000",
            "--rows 200",
            "--rows 1000",
            "--rows 60",
            "-n 5000",
            "-n 100",
            "-n 1000",
            "-n 40",
            "sed -n '50p;500p;950p'",
            "sed -n '2p;20p;38p'",
            "fit days.csv -o days.calor",
            "fit days.csv -o days.calor --preset fast --set steps=30,width=32,components=8,batch=64,levels=10",
            "TabularSpec.preset(\"fast\")",
            "TabularSpec.preset(\"fast\")" + TINY,
            ".sample(1_000,",
            ".sample(60,");

    @BeforeAll
    static void oneThread() {
        Engine.setThreads(1);
    }

    @AfterAll
    static void allThreads() {
        Engine.setThreads(THREADS);
    }

    @Test
    @DisplayName("The guide runs from its first line to its last, in the shell and in Java")
    void guide(@TempDir Path folder) throws Exception {
        Document guide = new Document(DOCS.resolve("guide.md"), folder, SHORTER);
        int lines = guide.shell();
        assertTrue(lines >= 15, "only " + lines + " lines");
        assertFalse(Files.readString(folder.resolve("filled.csv")).contains("?"), "imputed");
        assertEquals(3, Files.readAllLines(folder.resolve("shell.txt")).size(), "the three strangest rows");
        assertTrue(guide.java() >= 1);
    }

    @Test
    @DisplayName(
            "Every example of the API's documentation compiles and runs, and every class of the user's packages is named")
    void api(@TempDir Path folder) throws Exception {
        assertEquals(
                0,
                Lab.command("demo", "--table", folder.resolve("days.csv") + "", "--rows", "200")
                        .code());
        Document api = new Document(DOCS.resolve("api.md"), folder, SHORTER);
        assertTrue(api.java() >= 10);
        String text = Files.readString(DOCS.resolve("api.md"));
        Set<String> unnamed = new TreeSet<>();
        for (Path source : List.of(
                Path.of("..", "model", "src", "main", "java", "dev", "calor", "tabular"),
                Path.of("..", "core", "src", "main", "java", "dev", "calor", "table"))) {
            unnamed.addAll(publicTypes(source).stream()
                    .filter(name -> !text.contains("`" + name + "`"))
                    .toList());
        }
        assertEquals(Set.of(), unnamed);
    }

    /** The names of the public types of a package. */
    private static Set<String> publicTypes(Path folder) throws IOException {
        Pattern isPublic = Pattern.compile("(?m)^public .*(class|record|interface|enum) ");
        try (var files = Files.list(folder)) {
            return Arrays.stream(files.toArray(Path[]::new))
                    .filter(file -> {
                        try {
                            return isPublic.matcher(Files.readString(file)).find();
                        } catch (IOException error) {
                            throw new AssertionError(error);
                        }
                    })
                    .map(file -> file.getFileName().toString().replace(".java", ""))
                    .collect(Collectors.toSet());
        }
    }
}
