package dev.calor.tabular;

import java.io.Serializable;

/** A summary of bounded size of very many numbers, from which their distribution function is read with a small error. */
public interface QuantileSketch extends Serializable {
    /** Makes empty sketches. */
    interface Factory extends Serializable {
        /** An empty sketch. */
        QuantileSketch make();
    }

    /** Adds a number that occurs this many times. */
    void add(double number, long count);

    /** Adds the numbers of another sketch of the same kind. */
    void merge(QuantileSketch other);

    /** The numbers that stand for all, in ascending order, each once. */
    double[] numbers();

    /** How many numbers each of them stands for. */
    long[] counts();
}
