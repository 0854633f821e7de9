package dev.calor.heat;

import dev.calor.space.RateMatrix;
import java.util.Arrays;

/** Dense linear algebra by the book: the independent oracle of the heat kernels. */
public final class Matrices {
    private Matrices() {}

    /** exp(tR) by scaling and squaring: halve t until ‖tR‖ ≤ 1/2, sum Taylor's series, square as often. */
    public static double[][] exponential(RateMatrix rates, double time) {
        return exponential(rates.toArray(), time);
    }

    /** The same of any rates; the array is left as it is. */
    public static double[][] exponential(double[][] rates, double time) {
        double[][] scaled = Arrays.stream(rates).map(double[]::clone).toArray(double[][]::new);
        double norm = 0;
        for (double[] row : scaled) {
            double sum = 0;
            for (double entry : row) {
                sum += Math.abs(entry) * time;
            }
            norm = Math.max(norm, sum);
        }
        int squarings = Math.max(0, Math.getExponent(norm) + 2);
        for (double[] row : scaled) {
            for (int b = 0; b < row.length; b++) {
                row[b] *= time / Math.scalb(1.0, squarings);
            }
        }
        double[][] sum = identity(scaled.length);
        double[][] term = identity(scaled.length);
        for (int k = 1; k <= 20; k++) { // 0.5^20/20! is below 1e-24
            term = times(term, scaled);
            for (int a = 0; a < term.length; a++) {
                for (int b = 0; b < term.length; b++) {
                    term[a][b] /= k;
                    sum[a][b] += term[a][b];
                }
            }
        }
        for (int i = 0; i < squarings; i++) {
            sum = times(sum, sum);
        }
        return sum;
    }

    static double[][] identity(int size) {
        double[][] identity = new double[size][size];
        for (int a = 0; a < size; a++) {
            identity[a][a] = 1;
        }
        return identity;
    }

    static double[][] times(double[][] x, double[][] y) {
        double[][] product = new double[x.length][y[0].length];
        for (int a = 0; a < x.length; a++) {
            for (int c = 0; c < y.length; c++) {
                double factor = x[a][c];
                for (int b = 0; b < y[c].length; b++) {
                    product[a][b] += factor * y[c][b];
                }
            }
        }
        return product;
    }

    /** All rows of a kernel. */
    static double[][] rows(HeatKernel kernel) {
        double[][] rows = new double[kernel.space().size()][];
        for (int from = 0; from < rows.length; from++) {
            rows[from] = kernel.row(from);
        }
        return rows;
    }
}
