package dev.calor.lab.tabular;

import dev.calor.cli.CalorCommand;
import dev.calor.file.WholeFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Writes a table to judge the method by that no setting was chosen by. */
@Command(
        name = "invent",
        description = "Write an invented table as CSV, to judge the method by rows that no setting was chosen by.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Example:",
            "  calor lab invent accounts -o accounts.csv",
            "  calor fit accounts.csv -o accounts.calor --time 5m"
        })
public final class InventCommand implements CalorCommand {
    @Parameters(paramLabel = "NAME", description = "accounts, visits or mussels.")
    @SuppressWarnings("NullAway.Init")
    private String name;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "FILE",
            description = "The file; one that exists is replaced.")
    @SuppressWarnings("NullAway.Init")
    private Path output;

    @Option(names = "--seed", defaultValue = "1", description = "Seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Override
    public Integer call() throws IOException {
        String rows = InventedTable.named(name).csv(seed);
        WholeFile.write(output, stream -> stream.write(rows.getBytes(StandardCharsets.UTF_8)));
        return 0;
    }
}
