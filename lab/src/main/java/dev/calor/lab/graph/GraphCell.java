package dev.calor.lab.graph;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.calor.lab.cell.CellFile;
import dev.calor.lab.cell.Estimate;
import dev.calor.metric.GraphMmd;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * All models and trials of one method: its settings and the mean MMDs. One JSON object a file.
 *
 * @param models trained, with seeds from {@code run.seed()} up
 * @param trials a model
 * @param samples a trial
 */
record GraphCell(
        GraphExperiment run,
        int models,
        int trials,
        int samples,
        Estimate degree,
        Estimate clustering,
        Estimate orbit,
        Estimate average,
        String machine) {

    /** Means over all trials; standard errors over the means of models, whose trials are not independent. */
    static GraphCell of(GraphExperiment run, List<List<GraphMmd>> trials, int samples, String machine) {
        return new GraphCell(
                run,
                trials.size(),
                trials.get(0).size(),
                samples,
                mean(trials, GraphMmd::degree),
                mean(trials, GraphMmd::clustering),
                mean(trials, GraphMmd::orbit),
                mean(trials, GraphMmd::average),
                machine);
    }

    private static Estimate mean(List<List<GraphMmd>> trials, ToDoubleFunction<GraphMmd> figure) {
        return Estimate.mean(trials.stream()
                .mapToDouble(
                        model -> model.stream().mapToDouble(figure).average().orElseThrow())
                .toArray());
    }

    void write(Path folder) throws IOException {
        CellFile.write(folder.resolve(run.method() + ".json"), json());
    }

    String json() {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = new JsonFactory().createGenerator(text)) {
            generator.writeStartObject();
            generator.writeStringField("method", run.method().toString());
            generator.writeNumberField("steps", run.steps());
            generator.writeNumberField("batch", run.batch());
            generator.writeNumberField("negatives", run.negatives());
            generator.writeNumberField("epsilon", run.epsilon());
            generator.writeNumberField("rate", run.rate());
            generator.writeNumberField("layers", run.layers());
            generator.writeNumberField("width", run.width());
            generator.writeNumberField("moves", run.moves());
            generator.writeNumberField("seed", run.seed());
            generator.writeNumberField("models", models);
            generator.writeNumberField("trials", trials);
            generator.writeNumberField("samples", samples);
            CellFile.estimate(generator, "degree", degree);
            CellFile.estimate(generator, "clustering", clustering);
            CellFile.estimate(generator, "orbit", orbit);
            CellFile.estimate(generator, "average", average);
            generator.writeStringField("machine", machine);
            generator.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to a string", impossible);
        }
        return text.toString();
    }

    static GraphCell of(CellFile cell) {
        return new GraphCell(
                new GraphExperiment(
                        GraphMethod.named(cell.text("method")),
                        (long) cell.number("steps"),
                        (int) cell.number("batch"),
                        (int) cell.number("negatives"),
                        cell.number("epsilon"),
                        cell.number("rate"),
                        (int) cell.number("layers"),
                        (int) cell.number("width"),
                        (int) cell.number("moves"),
                        (long) cell.number("seed")),
                (int) cell.number("models"),
                (int) cell.number("trials"),
                (int) cell.number("samples"),
                cell.estimate("degree"),
                cell.estimate("clustering"),
                cell.estimate("orbit"),
                cell.estimate("average"),
                cell.text("machine"));
    }
}
