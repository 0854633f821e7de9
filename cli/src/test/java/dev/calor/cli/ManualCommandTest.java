package dev.calor.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manual says what {@code --help} says, for every command. */
class ManualCommandTest {
    @Test
    @DisplayName(
            "There is a page per command with its options, and a completion that knows them; hidden commands have none")
    void pages(@TempDir Path folder) throws IOException {
        assertEquals(0, Calor.run("manual", folder.toString()).code());
        Path pages = folder.resolve("man").resolve("man1");
        String fit = Files.readString(pages.resolve("calor-fit.1"));
        assertTrue(fit.startsWith(".TH CALOR-FIT 1 "), fit);
        assertTrue(fit.contains("calor-fit \\- Learn a model of a table\n"), fit);
        assertTrue(fit.contains("\\fB\\-\\-preset\\fR \\fINAME\\fR\nfast, balanced, best or paper"), fit);
        assertTrue(fit.contains("\\fB\\-o\\fR, \\fB\\-\\-output\\fR \\fIMODEL\\fR"), fit);
        assertTrue(fit.contains(".SH NOTES") && fit.contains("calor fit people.csv \\-o people.calor"), fit);
        String all = Files.readString(pages.resolve("calor.1"));
        assertTrue(all.contains("calor\\-report\\fR(1)"), all);
        assertFalse(Files.exists(pages.resolve("calor-manual.1")));
        String completion = Files.readString(folder.resolve("bash-completion/completions/calor"));
        assertTrue(completion.contains("--preset") && completion.contains("complete -F _complete_calor"), completion);
    }
}
