package dev.calor.estimate;

import java.util.List;

/**
 * An estimate of log Z = log Σ_x exp(−U(x)).
 *
 * @param value the estimate
 * @param standardError the standard error of the value, by the delta method; 0 where it is exact
 */
public record LogPartition(double value, double standardError) {
    /** From log weights w_i with E exp(w) = Z / exp(offset): offset + log mean exp w. */
    static LogPartition ofLogWeights(double offset, double[] logWeights) {
        int n = logWeights.length;
        double largest = Double.NEGATIVE_INFINITY;
        for (double w : logWeights) {
            largest = Math.max(largest, w);
        }
        double sum = 0;
        double squares = 0;
        for (double w : logWeights) {
            double weight = Math.exp(w - largest);
            sum += weight;
            squares += weight * weight;
        }
        double mean = sum / n;
        double variance = Math.max(0, squares / n - mean * mean) * n / (n - 1);
        return new LogPartition(offset + largest + Math.log(mean), Math.sqrt(variance / n) / mean);
    }

    /** Combines independent estimates, each from the same number of weights: the log of the mean of Z. */
    public static LogPartition mean(List<LogPartition> estimates) {
        double[] logs = estimates.stream().mapToDouble(LogPartition::value).toArray();
        double value = ofLogWeights(0, logs).value;
        double variance = 0;
        for (LogPartition estimate : estimates) {
            double relative = Math.exp(estimate.value - value) * estimate.standardError / logs.length;
            variance += relative * relative;
        }
        return new LogPartition(value, Math.sqrt(variance));
    }
}
