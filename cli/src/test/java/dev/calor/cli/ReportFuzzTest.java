package dev.calor.cli;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import ml.dmlc.xgboost4j.java.DMatrix;
import ml.dmlc.xgboost4j.java.XGBoostError;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A report on any two tables is written, or one of them refused in words: never a defect. {@code lab/fuzz} looks for more. */
class ReportFuzzTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    /** Loads DuckDB and XGBoost, which takes seconds that belong to no input, and none of our own classes: Jazzer would break records. */
    @BeforeAll
    static void start() throws SQLException, XGBoostError {
        DriverManager.getConnection("jdbc:duckdb:").close();
        new DMatrix(new float[] {1}, 1, 1, 0).dispose();
    }

    /** The first half of the bytes is the real table, the second half the synthetic one, after the same header. */
    @FuzzTest
    void report(byte[] bytes) throws IOException {
        int header = 0;
        while (header < bytes.length && bytes[header] != '\n') {
            header++;
        }
        int rows = Math.max(0, bytes.length - header - 1);
        Path real = folder.resolve("real.csv");
        Path synthetic = folder.resolve("synthetic.csv");
        Files.write(real, Arrays.copyOf(bytes, Math.min(bytes.length, header + 1 + rows / 2)));
        Files.write(
                synthetic,
                joined(
                        Arrays.copyOf(bytes, Math.min(bytes.length, header + 1)),
                        Arrays.copyOfRange(bytes, bytes.length - rows / 2, bytes.length)));
        Path page = folder.resolve("report.html");
        Calor.Outcome outcome =
                Calor.run("report", real.toString(), synthetic.toString(), "-o", page.toString(), "--fast", "--force");
        if (outcome.err().contains("defect") || (outcome.code() != 0 && outcome.code() != 2)) {
            throw new AssertionError(outcome.code() + ": " + outcome.err());
        }
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
