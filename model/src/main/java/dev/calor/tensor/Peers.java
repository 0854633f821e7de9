package dev.calor.tensor;

import java.util.List;

/**
 * The tasks that train one model together, each on its own rows, from the point of view of one of them. All of them
 * must call the same methods.
 */
public interface Peers {
    /** One task, which has no others. */
    Peers ALONE = new Peers() {
        @Override
        public int rank() {
            return 0;
        }

        @Override
        public int size() {
            return 1;
        }

        @Override
        public void sum(double[] numbers) {}

        @Override
        public double sum(double loss, List<Tensor> gradients) {
            return loss;
        }
    };

    /** The number of this task, counted from 0. */
    int rank();

    /** The number of tasks. */
    int size();

    /** Replaces numbers by their sums over all tasks, the same bits in each. */
    void sum(double[] numbers);

    /** Replaces gradients by their sums over all tasks, the same bits in each, and returns the sum of the losses. */
    double sum(double loss, List<Tensor> gradients);

    /** The number given by task 0, in all tasks. */
    default double first(double number) {
        double[] one = {rank() == 0 ? number : 0};
        sum(one);
        return one[0];
    }
}
