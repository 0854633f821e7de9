package dev.calor.lab.graph;

import dev.calor.lab.cell.Estimate;
import dev.calor.metric.GraphMmd;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Mean MMDs over all trials; their standard errors are over the means of models, whose trials are not independent. */
record GraphResult(Estimate degree, Estimate clustering, Estimate orbit, Estimate average) {
    /** Of the trials of each model. */
    static GraphResult of(List<List<GraphMmd>> trials) {
        return new GraphResult(
                mean(trials, GraphMmd::degree),
                mean(trials, GraphMmd::clustering),
                mean(trials, GraphMmd::orbit),
                mean(trials, GraphMmd::average));
    }

    private static Estimate mean(List<List<GraphMmd>> trials, ToDoubleFunction<GraphMmd> figure) {
        return Estimate.mean(trials.stream()
                .mapToDouble(
                        model -> model.stream().mapToDouble(figure).average().orElseThrow())
                .toArray());
    }
}
