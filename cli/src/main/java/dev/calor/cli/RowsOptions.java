package dev.calor.cli;

import dev.calor.table.Schema;
import dev.calor.table.TableSource;
import dev.calor.table.Unknown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A model, and the rows it is asked about. */
final class RowsOptions {
    @Mixin
    private ModelOptions model = new ModelOptions();

    @Parameters(index = "1", paramLabel = "TABLE", description = "A table with the columns of the model, in any order.")
    @SuppressWarnings("NullAway.Init")
    private Path file;

    @Option(
            names = "--unknown-as-missing",
            description = "Read values the model has never seen as missing; otherwise they are refused.")
    private boolean unknownAsMissing;

    ModelOptions model() {
        return model;
    }

    /** Reads them; columns a model does not learn may be absent, and these. */
    AskedRows read(Schema schema, Set<String> optional) throws IOException {
        return AskedRows.read(
                TableSource.file(file), schema, unknownAsMissing ? Unknown.MISSING : Unknown.REFUSE, optional);
    }
}
