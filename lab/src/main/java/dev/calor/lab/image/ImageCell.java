package dev.calor.lab.image;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.calor.dataset.ImageSet;
import dev.calor.lab.cell.CellFile;
import dev.calor.lab.cell.Estimate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One finished run of the image tables: its settings and what came of it. One JSON object a file.
 *
 * @param likelihood null where only the speed was measured
 * @param milliseconds a step of training, the median over the run
 * @param machine the run was made on
 */
record ImageCell(ImageExperiment run, @Nullable Likelihood likelihood, double milliseconds, String machine) {
    /** The estimate of the likelihood, and how it was made. */
    record Likelihood(ImageExperiment.Evaluation evaluation, Estimate nll, Estimate logPartition) {}

    /** One file a run, and another for its speed. */
    void write(Path folder) throws IOException {
        CellFile.write(folder.resolve(run.name() + (likelihood == null ? "-speed" : "") + ".json"), json());
    }

    /** Floating-point operations a second in the evaluations and gradients of a loss, in 10¹²; a chain's are not counted. */
    double teraflops() {
        double images = run.batch() * (run.method().hasChains() ? 2.0 : 1.0 + run.negatives());
        return 3 * images * run.architecture().operations() / milliseconds / 1e9;
    }

    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
            generator.writeStartObject();
            generator.writeStringField("data", run.set().toString());
            generator.writeNumberField("shrink", run.shrink());
            generator.writeStringField("method", run.method().toString());
            generator.writeStringField("sampler", run.sampler().toString());
            generator.writeNumberField("steps", run.steps());
            generator.writeNumberField("batch", run.batch());
            generator.writeNumberField("negatives", run.negatives());
            generator.writeNumberField("epsilon", run.epsilon());
            generator.writeNumberField("rate", run.rate());
            generator.writeNumberField("warmup", run.warmup());
            generator.writeNumberField("channels", run.channels());
            generator.writeNumberField("blocks", run.blocks());
            generator.writeNumberField("seed", run.seed());
            if (likelihood != null) {
                generator.writeNumberField("chains", likelihood.evaluation.chains());
                generator.writeNumberField("temperatures", likelihood.evaluation.temperatures());
                CellFile.estimate(generator, "nll", likelihood.nll);
                CellFile.estimate(generator, "logPartition", likelihood.logPartition);
            }
            generator.writeNumberField("millisecondsPerStep", milliseconds);
            generator.writeStringField("machine", machine);
            generator.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to a string", impossible);
        }
        return text.toString();
    }

    static ImageCell of(CellFile cell) {
        return new ImageCell(
                new ImageExperiment(
                        ImageSet.named(cell.text("data")),
                        (int) cell.number("shrink"),
                        ImageMethod.named(cell.text("method")),
                        ImageMethod.Chains.named(cell.text("sampler")),
                        (long) cell.number("steps"),
                        (int) cell.number("batch"),
                        (int) cell.number("negatives"),
                        cell.number("epsilon"),
                        cell.number("rate"),
                        (int) cell.number("warmup"),
                        (int) cell.number("channels"),
                        (int) cell.number("blocks"),
                        (long) cell.number("seed")),
                !cell.has("nll")
                        ? null
                        : new Likelihood(
                                new ImageExperiment.Evaluation(
                                        (int) cell.number("chains"), (int) cell.number("temperatures")),
                                cell.estimate("nll"),
                                cell.estimate("logPartition")),
                cell.number("millisecondsPerStep"),
                cell.text("machine"));
    }
}
