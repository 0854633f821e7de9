package dev.calor.estimate;

import java.util.Arrays;

/**
 * The log weights w of chains of {@link AnnealedImportanceSampling}, one per chain, relative to the known log Z_0 at the start of
 * the path. Both directions use the same formula for w; what differs is where the chains started, and so which mean is right:
 *
 * <ul>
 *   <li>From the start of the path: E exp(w) = Z/Z_0. log Z is estimated too low on average (Neal 2001).
 *   <li>In reverse, from exact samples of the model: E exp(−w) = Z_0/Z. log Z is estimated too high on average (bidirectional
 *       Monte Carlo, Grosse and others 2015).
 *   <li>In reverse, from other rows x: U(x) + log Z_0 + E w is at least −log p(x), where p is the distribution of the last
 *       states of chains from the start of the path (RAISE, Burda and others 2015).
 * </ul>
 *
 * @param logMass log Z_0
 * @param values w of each chain, at least two
 * @param reverse whether the chains started at the end of the path
 */
@SuppressWarnings("ArrayRecordComponent") // instances are never compared
public record LogWeights(double logMass, double[] values, boolean reverse) {
    /**
     * Checks the number of chains.
     *
     * @throws IllegalArgumentException if there are fewer than two weights
     */
    public LogWeights {
        if (values.length < 2) {
            throw new IllegalArgumentException(values.length + " weights: at least 2, for a standard error");
        }
    }

    /**
     * The estimate of log Z: from below for chains from the start of the path, from above for chains in reverse from exact samples.
     */
    public LogPartition logPartition() {
        if (!reverse) {
            return LogPartition.ofLogWeights(logMass, values);
        }
        LogPartition inverse = LogPartition.ofLogWeights(-logMass, signed());
        return new LogPartition(-inverse.value(), inverse.standardError());
    }

    /**
     * log Z_0 + the mean of w. In reverse this is at least {@link #logPartition}, and it needs no exact samples: from rows of data
     * it bounds the negative log-likelihood of the annealed chains as a model of the data.
     */
    public LogPartition mean() {
        double mean = Arrays.stream(values).average().orElseThrow();
        double squares = Arrays.stream(values).map(w -> (w - mean) * (w - mean)).sum();
        return new LogPartition(logMass + mean, Math.sqrt(squares / (values.length - 1.0) / values.length));
    }

    /** The effective number of chains, (Σ v)² / Σ v² with v = exp(w), or exp(−w) in reverse: 1 if one chain has all the weight. */
    public double effectiveSize() {
        double[] logs = signed();
        double largest = Arrays.stream(logs).max().orElseThrow();
        double sum = Arrays.stream(logs).map(w -> Math.exp(w - largest)).sum();
        double squares =
                Arrays.stream(logs).map(w -> Math.exp(2 * (w - largest))).sum();
        return sum * sum / squares;
    }

    private double[] signed() {
        return reverse ? Arrays.stream(values).map(w -> -w).toArray() : values;
    }
}
