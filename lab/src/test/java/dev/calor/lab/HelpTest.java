package dev.calor.lab;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.cli.Main;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Help texts are formats: a percent sign must be doubled, or picocli warns of it before the help. */
class HelpTest {
    @Test
    @DisplayName("Every text of the help of every command can be formatted")
    void formats() {
        List<String> texts = new ArrayList<>();
        collect(Main.commandLine(), texts);
        assertTrue(texts.size() > 200, texts.size() + " texts");
        for (String text : texts) {
            assertDoesNotThrow(() -> String.format(text), text);
        }
    }

    private static void collect(CommandLine command, List<String> texts) {
        CommandSpec spec = command.getCommandSpec();
        UsageMessageSpec usage = spec.usageMessage();
        texts.addAll(List.of(usage.header()));
        texts.addAll(List.of(usage.description()));
        texts.addAll(List.of(usage.footer()));
        for (ArgSpec argument : spec.args()) {
            texts.addAll(List.of(argument.description()));
        }
        command.getSubcommands().values().forEach(each -> collect(each, texts));
    }
}
