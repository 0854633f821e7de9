package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

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

/**
 * A document whose commands and Java run, in a folder.
 *
 * @param file the document
 * @param folder where its files are
 * @param shorter what is made shorter; everything else runs as it stands
 */
record Document(Path file, Path folder, Map<String, String> shorter) {
    private static final Pattern BLOCK = Pattern.compile("```(\\w*)\n(.*?)```", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
    private static final Pattern FILE = Pattern.compile("[\\w.]+\\.(csv|calor|html|parquet|json)");
    private static final String CALOR = "(\\$ )?\\./calor .*";

    /** What bash returns if the end of a pipe, such as head, stopped reading before the others had written all. */
    private static final int STOPPED_READING = 141;

    /** The blocks of a language, made shorter. */
    List<String> blocks(String language) throws IOException {
        List<String> blocks = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(file));
        while (block.find()) {
            if (block.group(1).equals(language)) {
                String text = block.group(2);
                for (Map.Entry<String, String> each : shorter.entrySet()) {
                    text = text.replace(each.getKey(), each.getValue());
                }
                blocks.add(text);
            }
        }
        return blocks;
    }

    /** Runs all lines that call calor, and compares what they print with what is shown after a line with a $; returns their number. */
    int commands() throws IOException {
        int count = 0;
        for (String block : blocks("")) {
            List<String> lines = block.lines().toList();
            for (String line : lines) {
                if (line.matches(CALOR)) {
                    Lab.Outcome outcome = Lab.command(words(line));
                    assertEquals(0, outcome.code(), line + "\n" + outcome.err());
                    if (line.startsWith("$")) {
                        assertShown(lines.subList(1, lines.size()), outcome.out());
                    }
                    count++;
                }
            }
        }
        return count;
    }

    /** Runs all lines of blocks of sh, those that call calor within this program and the others by a shell; returns their number. */
    int shell() throws IOException, InterruptedException {
        int count = 0;
        for (String block : blocks("sh")) {
            for (String line : block.lines().toList()) {
                if (line.matches(CALOR)) {
                    Lab.Outcome outcome = Lab.command(words(line));
                    assertEquals(0, outcome.code(), line + "\n" + outcome.err());
                } else {
                    Path output = folder.resolve("shell.txt");
                    int code = new ProcessBuilder("bash", "-c", "set -eo pipefail; " + line)
                            .directory(folder.toFile())
                            .redirectErrorStream(true)
                            .redirectOutput(output.toFile())
                            .start()
                            .waitFor();
                    boolean stopped = code == STOPPED_READING && line.contains("| head");
                    assertTrue(code == 0 || stopped, code + ": " + line + "\n" + Files.readString(output));
                }
                count++;
            }
        }
        return count;
    }

    /** The words of a command, quotes taken off, files in our folder. */
    private String[] words(String line) {
        List<String> words = new ArrayList<>();
        Matcher word = WORD.matcher(line.replaceFirst("\\s+# .*", "").replaceFirst("^(\\$ )?\\./calor ", ""));
        while (word.find()) {
            String text = word.group(1) == null ? word.group(2) : word.group(1);
            words.add(FILE.matcher(text).matches() ? folder.resolve(text).toString() : text);
        }
        return words.toArray(String[]::new);
    }

    /** Every line of the document but … is a line of the output, in this order. */
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

    /** Compiles and runs all blocks of Java; returns their number. */
    int java() throws Exception {
        List<String> blocks = blocks("java");
        for (int i = 0; i < blocks.size(); i++) {
            run("Example" + i, blocks.get(i).replace("Path.of(\"", "Path.of(\"" + folder + "/"));
        }
        return blocks.size();
    }

    private void run(String name, String block) throws Exception {
        Path source = folder.resolve(name + ".java");
        Files.writeString(source, """
                import dev.calor.heat.*; import dev.calor.metric.*; import dev.calor.random.*; import dev.calor.space.*;
                import dev.calor.table.*; import dev.calor.tabular.*; import dev.calor.tensor.Device;
                import java.nio.file.Path; import java.util.*;
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
            throw new AssertionError(file + "'s Java fails:\n" + block, thrown.getCause());
        }
    }
}
