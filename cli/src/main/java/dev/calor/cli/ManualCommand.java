package dev.calor.cli;

import dev.calor.file.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Writes manual pages and the completion of bash for a release; hidden, because a release contains them. */
@Command(
        name = "manual",
        hidden = true,
        description =
                "Write the manual pages (man/man1) and the completion of bash (bash-completion/completions) into a folder.",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class)
final class ManualCommand implements CalorCommand {
    @Parameters(index = "0", paramLabel = "FOLDER", description = "The folder to write to.")
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Override
    public Integer call() throws IOException {
        CommandLine calor = Main.commandLine(); // all commands: a running one knows only itself
        Path pages = Files.createDirectories(folder.resolve("man").resolve("man1"));
        writePages(calor, pages);
        Path completions =
                Files.createDirectories(folder.resolve("bash-completion").resolve("completions"));
        write(completions.resolve("calor"), AutoComplete.bash("calor", calor));
        return 0;
    }

    private static void writePages(CommandLine command, Path pages) throws IOException {
        write(pages.resolve(ManPage.name(command) + ".1"), ManPage.of(command));
        for (CommandLine below : ManPage.subcommands(command)) {
            writePages(below, pages);
        }
    }

    private static void write(Path file, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        WholeFile.write(file, stream -> stream.write(bytes));
    }
}
