package dev.calor.dataset;

/** log Σ exp(term), one term at a time, without overflow or underflow. */
final class LogSum {
    private double largest = Double.NEGATIVE_INFINITY;
    private double sum; // of exp(term − largest)

    void add(double term) {
        if (term <= largest) {
            sum += Math.exp(term - largest);
        } else {
            sum = sum * Math.exp(largest - term) + 1;
            largest = term;
        }
    }

    /** −∞ before the first term. */
    double value() {
        return largest + Math.log(sum);
    }
}
