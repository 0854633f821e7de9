package dev.calor.lab.speed;

import dev.calor.energy.EvaluationCount;
import dev.calor.lab.cell.StepTimer;
import dev.calor.tabular.TabularModel;
import dev.calor.tensor.Device;

/**
 * Times draws of a model of a table. Passes through the network are counted while it draws. After every draw a large matrix product
 * shows what the machine can do at that moment.
 *
 * @param rows to draw
 * @param rounds draws, each followed by a product; one more comes first, to warm up and to count
 */
record SamplingSpeed(int rows, int rounds) {
    SamplingSpeed {
        if (rows < 1 || rounds < 1) {
            throw new IllegalArgumentException("--rows " + rows + ", --rounds " + rounds + ": at least 1 of each");
        }
    }

    /**
     * What was measured.
     *
     * @param gradients per row: forward and backward passes to the inputs
     * @param evaluations per row: forward passes alone
     * @param operations per row, of the products with weight matrices
     * @param seconds of a draw of all rows, decoding included: the median
     * @param peak GFLOP/s of the large product: the median
     */
    record Result(double gradients, double evaluations, double operations, double seconds, double peak) {}

    Result measure(TabularModel model, Device place) {
        EvaluationCount count = new EvaluationCount();
        model.counting(count).sample(rows, 1);
        double[] seconds = new double[rounds];
        double[] peak = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            long started = System.nanoTime();
            model.sample(rows, 2 + round);
            seconds[round] = (System.nanoTime() - started) / 1e9;
            peak[round] = MatrixPeak.measure(place);
        }
        return new Result(
                count.gradients() / (double) rows,
                count.evaluations() / (double) rows,
                count.operations() / (double) rows,
                StepTimer.median(seconds),
                StepTimer.median(peak));
    }
}
