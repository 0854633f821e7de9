package dev.calor.lab.cell;

/** An estimate with its standard error. */
public record Estimate(double value, double standardError) {
    /** The mean of independent numbers, at least two. */
    public static Estimate mean(double[] numbers) {
        double mean = 0;
        for (double number : numbers) {
            mean += number / numbers.length;
        }
        double squares = 0;
        for (double number : numbers) {
            squares += (number - mean) * (number - mean);
        }
        return new Estimate(mean, Math.sqrt(squares / (numbers.length - 1.0) / numbers.length));
    }
}
