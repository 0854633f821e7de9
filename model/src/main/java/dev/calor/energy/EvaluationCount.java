package dev.calor.energy;

import java.util.concurrent.atomic.LongAdder;

/** How often rows went through a network, and the operations of its matrix products. Several threads may count at once. */
public final class EvaluationCount {
    private final LongAdder gradients = new LongAdder();
    private final LongAdder evaluations = new LongAdder();
    private final LongAdder operations = new LongAdder();

    /** Rows whose energy and gradient were computed: a forward and a backward pass each. */
    public long gradients() {
        return gradients.sum();
    }

    /** Rows of which the energy alone was computed: a forward pass each. */
    public long evaluations() {
        return evaluations.sum();
    }

    /**
     * Floating-point operations of the products with weight matrices: two per weight, row and pass. A first layer that sums rows of its
     * table counts as a product, too.
     */
    public long operations() {
        return operations.sum();
    }

    /** Counts rows that went forward and backward through so many weights. */
    void addGradients(long rows, long weights) {
        gradients.add(rows);
        operations.add(4 * rows * weights);
    }

    /** Counts rows that went forward through so many weights. */
    void addEvaluations(long rows, long weights) {
        evaluations.add(rows);
        operations.add(2 * rows * weights);
    }
}
