package dev.calor.lab.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Too little disk, too little memory, folders that cannot be written, clocks that are wrong: each command says so in one line, and the file
 * that was there stays.
 *
 * @param full a folder on a small file system; null for none
 */
record Faults(Stage stage, @Nullable Path full) {
    private static final int BLOCK = 4096;

    void run(Tally tally) throws IOException {
        expect(tally, "out of memory", stage.child(List.of("-Xmx9m"), stage.fit(kept("memory.calor"))), 1, "memory");
        expect(
                tally,
                "no home, no temporary folder to write",
                stage.child(
                        List.of(
                                "-Duser.home=/nowhere",
                                "-Dorg.bytedeco.javacpp.cachedir="
                                        + stage.folder().resolve("tmp")),
                        stage.sample(kept("homeless.csv"))),
                0,
                "");
        expect(
                tally,
                "no such folder",
                stage.child(
                        List.of(),
                        stage.sample(stage.folder().resolve("nowhere").resolve("x.csv"))),
                2,
                "make it first");
        for (int years : new int[] {-30, 30}) {
            Path part = stage.outputs().resolve(".clock.csv.00000000-0000-0000-0000-000000000000.part");
            Files.writeString(part, "part");
            Files.setLastModifiedTime(part, FileTime.from(Instant.now().plus(Duration.ofDays(365L * years))));
            expect(
                    tally,
                    "a part " + years + " years away",
                    stage.child(List.of(), stage.sample(kept("clock.csv"))),
                    0,
                    "");
            if (Files.exists(part) != years > 0) {
                tally.fail("a part " + years + " years away: " + (years > 0 ? "swept" : "left"));
            }
            Files.deleteIfExists(part);
        }
        if (full != null) {
            fullDisk(tally, full);
        }
    }

    /** A file that is there before. */
    private Path kept(String name) throws IOException {
        return Files.writeString(stage.outputs().resolve(name), Scenario.OLD);
    }

    private static void expect(Tally tally, String fault, Child child, int code, String word) throws IOException {
        Child.Ended ended = child.run();
        boolean asExpected = ended.code() == code
                && ended.output().contains(word)
                && !ended.output().contains("defect");
        tally.count("faults", asExpected ? "as expected" : "otherwise");
        if (!asExpected) {
            tally.fail(fault + ": exit code " + ended.code() + ", " + ended.output());
        }
    }

    private void fullDisk(Tally tally, Path disk) throws IOException {
        Path model = Files.writeString(disk.resolve("full.calor"), Scenario.OLD);
        Path table = Files.writeString(disk.resolve("full.csv"), Scenario.OLD);
        Path parquet = Files.writeString(disk.resolve("full.parquet"), Scenario.OLD);
        Path filler = disk.resolve("filler");
        try (var out = Files.newOutputStream(filler)) {
            while (true) {
                out.write(new byte[BLOCK]);
            }
        } catch (IOException noSpace) {
            // full now
        }
        expect(tally, "full disk, fit", stage.child(List.of(), stage.fit(model)), 1, "nothing was written");
        expect(tally, "full disk, sample", stage.child(List.of(), stage.sample(table)), 1, "nothing was written");
        expect(tally, "full disk, parquet", stage.child(List.of(), stage.sample(parquet)), 1, "nothing was written");
        for (Path each : List.of(model, table, parquet)) {
            if (!Files.readString(each).equals(Scenario.OLD)) {
                tally.fail("full disk: " + each + " has changed");
            }
        }
        try (Stream<Path> files = Files.list(disk)) {
            List<Path> parts =
                    files.filter(each -> each.toString().endsWith(".part")).toList();
            if (!parts.isEmpty()) {
                tally.fail("full disk: left " + parts);
            }
        }
        Files.delete(filler);
    }
}
