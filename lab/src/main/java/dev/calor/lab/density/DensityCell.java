package dev.calor.lab.density;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.calor.dataset.Toy2d;
import dev.calor.lab.cell.CellFile;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One finished run of the density tables: its settings and what came of it. One JSON object a file.
 *
 * @param effort the share of the full evaluation
 * @param seconds of training, or null where they are not known: a run that went on from a checkpoint has only the rest
 * @param machine the run was made on
 */
record DensityCell(
        Toy2d set,
        int states,
        DensityMethod method,
        long steps,
        int batch,
        int negatives,
        double rate,
        long seed,
        double effort,
        DensitySampler sampler,
        DensityExperiment.Result result,
        @Nullable Double seconds,
        String machine) {

    static DensityCell of(
            DensityExperiment run, DensityExperiment.Result result, @Nullable Double seconds, String machine) {
        return new DensityCell(
                run.set(),
                run.states(),
                run.method(),
                run.steps(),
                run.batch(),
                run.negatives(),
                run.rate(),
                run.seed(),
                run.evaluation(),
                run.sampler(),
                result,
                seconds,
                machine);
    }

    static Path file(Path folder, String name) {
        return folder.resolve(name + ".json");
    }

    void write(Path file) throws IOException {
        CellFile.write(file, json());
    }

    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
            generator.writeStartObject();
            generator.writeStringField("data", set.toString());
            generator.writeNumberField("states", states);
            generator.writeStringField("method", method.toString());
            generator.writeNumberField("steps", steps);
            generator.writeNumberField("batch", batch);
            generator.writeNumberField("negatives", negatives);
            generator.writeNumberField("rate", rate);
            generator.writeNumberField("seed", seed);
            generator.writeNumberField("effort", effort);
            generator.writeStringField("sampler", sampler.toString());
            CellFile.estimate(generator, "nll", result.nll());
            CellFile.estimate(generator, "nllImportance", result.nllImportance());
            CellFile.estimate(generator, "floor", result.floor());
            CellFile.estimate(generator, "excess", result.excess());
            CellFile.estimate(generator, "mmd", result.mmd());
            if (seconds == null) {
                generator.writeNullField("trainingSeconds");
            } else {
                generator.writeNumberField("trainingSeconds", seconds);
            }
            generator.writeStringField("machine", machine);
            generator.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to a string", impossible);
        }
        return text.toString();
    }

    static DensityCell read(Path file) throws IOException {
        return of(CellFile.read(file));
    }

    static DensityCell of(CellFile fields) {
        return new DensityCell(
                Toy2d.named(fields.text("data")),
                (int) fields.number("states"),
                DensityMethod.named(fields.text("method")),
                (long) fields.number("steps"),
                (int) fields.number("batch"),
                (int) fields.number("negatives"),
                fields.number("rate"),
                (long) fields.number("seed"),
                fields.number("effort"),
                DensitySampler.named(fields.text("sampler")),
                new DensityExperiment.Result(
                        fields.estimate("nll"),
                        fields.estimate("nllImportance"),
                        fields.estimate("floor"),
                        fields.estimate("excess"),
                        fields.estimate("mmd")),
                fields.has("trainingSeconds") ? fields.number("trainingSeconds") : null,
                fields.text("machine"));
    }
}
