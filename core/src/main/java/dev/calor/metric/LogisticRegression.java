package dev.calor.metric;

import java.util.Arrays;

/**
 * Logistic regression with an L2 penalty, with the defaults of scikit-learn: the minimum over w and b of ½|w|² + Σ_i
 * log(1 + exp(−y_i (w·x_i + b))), y_i = ±1; the intercept b has no penalty. Solved by Newton's method, with steps by
 * conjugate gradients, which only need products with the sparse rows.
 */
final class LogisticRegression {
    private static final int STEPS = 100;
    private static final int GRADIENTS = 500;
    private static final double TOLERANCE = 1e-8;

    private final SparseRows rows;
    private final boolean[] positive;
    private final int width;

    private LogisticRegression(SparseRows rows, boolean[] positive) {
        this.rows = rows;
        this.positive = positive;
        this.width = rows.width();
    }

    /** The weights of the slots, and the intercept last. */
    static double[] fit(SparseRows rows, boolean[] positive) {
        return new LogisticRegression(rows, positive).minimum();
    }

    /** w·x + b of each row. */
    static double[] scores(SparseRows rows, double[] weights) {
        double[] scores = new double[rows.rows()];
        for (int row = 0; row < scores.length; row++) {
            double sum = weights[rows.width()];
            for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                sum += weights[rows.slots()[i]] * rows.values()[i];
            }
            scores[row] = sum;
        }
        return scores;
    }

    private double[] minimum() {
        double[] weights = new double[width + 1];
        double[] scores = scores(rows, weights);
        double loss = loss(weights, scores);
        double initial = 0;
        for (int step = 0; step < STEPS; step++) {
            double[] curvature = new double[scores.length];
            double[] gradient = gradient(weights, scores, curvature);
            double norm = Math.sqrt(dot(gradient, gradient));
            initial = step == 0 ? norm : initial;
            if (norm <= TOLERANCE * initial) {
                break;
            }
            double[] direction = newton(gradient, curvature, Math.min(0.1, Math.sqrt(norm / initial)) * norm);
            double slope = dot(gradient, direction);
            double length = 1;
            double[] next = moved(weights, direction, length);
            double[] nextScores = scores(rows, next);
            double nextLoss = loss(next, nextScores);
            while (nextLoss > loss + 1e-4 * length * slope && length > 1e-10) {
                length /= 2;
                next = moved(weights, direction, length);
                nextScores = scores(rows, next);
                nextLoss = loss(next, nextScores);
            }
            if (!(nextLoss < loss)) { // rounding prevents further progress
                break;
            }
            weights = next;
            scores = nextScores;
            loss = nextLoss;
        }
        return weights;
    }

    private double loss(double[] weights, double[] scores) {
        double sum = 0;
        for (int slot = 0; slot < width; slot++) {
            sum += weights[slot] * weights[slot] / 2;
        }
        for (int row = 0; row < scores.length; row++) {
            double margin = positive[row] ? scores[row] : -scores[row];
            sum += Math.log1p(Math.exp(-Math.abs(margin))) + Math.max(0, -margin);
        }
        return sum;
    }

    /** The gradient; the second derivative of each row's loss goes to {@code curvature}. */
    private double[] gradient(double[] weights, double[] scores, double[] curvature) {
        double[] errors = new double[scores.length];
        for (int row = 0; row < scores.length; row++) {
            double p = 1 / (1 + Math.exp(-scores[row]));
            errors[row] = p - (positive[row] ? 1 : 0);
            curvature[row] = p * (1 - p);
        }
        double[] gradient = transposed(errors);
        for (int slot = 0; slot < width; slot++) {
            gradient[slot] += weights[slot];
        }
        return gradient;
    }

    /** An approximate solution d of H d = −gradient by conjugate gradients, preconditioned by the diagonal of H. */
    private double[] newton(double[] gradient, double[] curvature, double goal) {
        double[] diagonal = diagonal(curvature);
        double[] direction = new double[width + 1];
        double[] residual = moved(new double[width + 1], gradient, -1);
        double[] scaled = quotient(residual, diagonal);
        double[] search = scaled.clone();
        double energy = dot(residual, scaled);
        for (int i = 0; i < GRADIENTS && Math.sqrt(dot(residual, residual)) > goal; i++) {
            double[] product = hessian(curvature, search);
            double length = energy / dot(search, product);
            direction = moved(direction, search, length);
            residual = moved(residual, product, -length);
            scaled = quotient(residual, diagonal);
            double nextEnergy = dot(residual, scaled);
            search = moved(scaled, search, nextEnergy / energy);
            energy = nextEnergy;
        }
        return direction;
    }

    /** H v, H = Xᵀ diag(curvature) X + 1 for all but the intercept. */
    private double[] hessian(double[] curvature, double[] vector) {
        double[] products = scores(rows, vector);
        for (int row = 0; row < products.length; row++) {
            products[row] *= curvature[row];
        }
        double[] result = transposed(products);
        for (int slot = 0; slot < width; slot++) {
            result[slot] += vector[slot];
        }
        return result;
    }

    private double[] diagonal(double[] curvature) {
        double[] diagonal = new double[width + 1];
        Arrays.fill(diagonal, 0, width, 1);
        for (int row = 0; row < curvature.length; row++) {
            for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                diagonal[rows.slots()[i]] += curvature[row] * rows.values()[i] * rows.values()[i];
            }
            diagonal[width] += curvature[row];
        }
        diagonal[width] = Math.max(diagonal[width], Double.MIN_NORMAL);
        return diagonal;
    }

    /** Xᵀ v, and the sum of v for the intercept. */
    private double[] transposed(double[] vector) {
        double[] result = new double[width + 1];
        for (int row = 0; row < vector.length; row++) {
            for (int i = rows.starts()[row]; i < rows.starts()[row + 1]; i++) {
                result[rows.slots()[i]] += vector[row] * rows.values()[i];
            }
            result[width] += vector[row];
        }
        return result;
    }

    private static double[] moved(double[] from, double[] direction, double length) {
        double[] to = new double[from.length];
        Arrays.setAll(to, i -> from[i] + length * direction[i]);
        return to;
    }

    private static double[] quotient(double[] x, double[] y) {
        double[] result = new double[x.length];
        Arrays.setAll(result, i -> x[i] / y[i]);
        return result;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * y[i];
        }
        return sum;
    }
}
