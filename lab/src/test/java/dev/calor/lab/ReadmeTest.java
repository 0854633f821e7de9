package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.tensor.Engine;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command and every piece of Java in README.md runs, on a table made up here, in its order, with shorter training. */
class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");
    private static final Pattern BLOCK = Pattern.compile("```(\\w*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern FILE = Pattern.compile("[\\w.]+\\.(csv|calor|html|parquet|json)");

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

    /** The blocks of a language, made shorter. */
    private static List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(README));
        while (block.find()) {
            if (block.group(1).equals(language)) {
                String text = block.group(2);
                for (Map.Entry<String, String> each : SHORTER.entrySet()) {
                    text = text.replace(each.getKey(), each.getValue());
                }
                blocks.add(text);
            }
        }
        return blocks;
    }

    /** The words of a command, quotes taken off, files in our folder. */
    private static String[] words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line.replaceFirst("\\s+# .*", "").replaceFirst("^(\\$ )?\\./calor ", ""));
        while (word.find()) {
            String text = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(FILE.matcher(text).matches() ? folder.resolve(text).toString() : text);
        }
        return words.toArray(String[]::new);
    }

    @Test
    @DisplayName("Every command runs, and prints what is shown")
    void commands() throws IOException {
        int count = 0;
        for (String block : blocks("")) {
            List<String> lines = block.lines().toList();
            for (String line : lines) {
                if (line.matches("(\\$ )?\\./calor .*")) {
                    Lab.Outcome outcome = Lab.command(words(line));
                    assertEquals(0, outcome.code(), line + "\n" + outcome.err());
                    if (line.startsWith("$")) {
                        assertShown(lines.subList(1, lines.size()), outcome.out());
                    }
                    count++;
                }
            }
        }
        assertTrue(count >= 14, "README.md has only " + count + " commands");
        for (String written :
                List.of("synthetic.csv", "predicted.csv", "filled.parquet", "anomalies.csv", "report.html")) {
            assertTrue(Files.size(folder.resolve(written)) > 0, written);
        }
    }

    /** Every line of the README but … is a line of the output, in this order. */
    private static void assertShown(List<String> shown, String out) {
        List<String> printed = out.lines().map(String::stripTrailing).toList();
        int at = 0;
        for (String line : shown) {
            if (!line.strip().equals("…")) {
                int found = printed.subList(at, printed.size()).indexOf(line.stripTrailing());
                assertFalse(found < 0, "'" + line + "' is not in\n" + out);
                at += found + 1;
            }
        }
    }

    @Test
    @DisplayName("All Java compiles and runs")
    void java() throws Exception {
        List<String> blocks = blocks("java");
        assertTrue(blocks.size() >= 2, blocks.toString());
        for (int i = 0; i < blocks.size(); i++) {
            run("Example" + i, blocks.get(i).replace("Path.of(\"", "Path.of(\"" + folder + "/"));
        }
        assertTrue(Files.size(folder.resolve("people.calor")) > 0);
    }

    private static void run(String name, String block) throws Exception {
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, """
                import dev.calor.heat.*; import dev.calor.random.*; import dev.calor.space.*;
                import dev.calor.table.*; import dev.calor.tabular.*;
                import java.nio.file.Path; import java.util.List;
                public class %s {
                    static long seed = 1;
                    static int step = 2;
                    public static void run() throws Exception {
                %s
                    }
                }
                """.formatted(name, block));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        String surefire = System.getProperty("surefire.test.class.path");
        String classPath = surefire == null ? System.getProperty("java.class.path") : surefire;
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of("-cp", classPath, "-d", folder.toString(), "-proc:none");
            assertTrue(
                    compiler.getTask(complaints, files, null, options, null, files.getJavaFileObjects(source))
                            .call(),
                    complaints.toString());
        }
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            loader.loadClass(name).getMethod("run").invoke(null);
        } catch (InvocationTargetException thrown) {
            throw new AssertionError("README.md's Java fails:\n" + block, thrown.getCause());
        }
    }
}
