package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadmeTest {
    private static final Path README = Path.of("..", "README.md");

    private static String tables() throws IOException {
        String readme = Files.readString(README);
        return readme.substring(readme.indexOf("## Tables")).replaceFirst("(?s)\n## (?!Tables).*", "");
    }

    private static String block(String language) throws IOException {
        Matcher block =
                Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(tables());
        assertTrue(block.find(), "README.md has no block of " + language + " under Tables");
        return block.group(1);
    }

    @Test
    @DisplayName("The Java of README's tables compiles")
    void javaCompiles(@TempDir Path folder) throws IOException {
        Path source = folder.resolve("Example.java");
        Files.writeString(
                source,
                "import dev.calor.table.*; import dev.calor.tabular.*; import java.nio.file.Path; import java.util.List;\n"
                        + "class Example { void run() throws Exception {\n" + block("java") + "} }\n");
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter complaints = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            complaints,
                            files,
                            null,
                            List.of("-cp", Calor.classPath(), "-d", folder.toString(), "-proc:none"),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
            assertTrue(compiled, complaints.toString());
        }
    }

    @Test
    @DisplayName("Every command of README's tables exists, with every option it is given")
    void commandsExist() throws IOException {
        List<String> lines =
                block("").lines().filter(line -> line.startsWith("./calor")).toList();
        assertTrue(lines.size() >= 7, lines.toString());
        for (String line : lines) {
            String[] words = line.replaceFirst("\\s+#.*", "").split(" +", -1);
            Calor.Outcome help = Calor.run(words[1], "--help");
            assertEquals(0, help.code(), help.err());
            for (String word : words) {
                assertTrue(!word.startsWith("-") || help.out().contains(word), line + ": no " + word);
            }
        }
    }
}
