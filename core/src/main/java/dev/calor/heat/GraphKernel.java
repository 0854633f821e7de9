package dev.calor.heat;

import dev.calor.random.AliasTable;
import dev.calor.random.DrawTable;
import dev.calor.random.RandomStream;
import dev.calor.space.GraphSpace;
import dev.calor.space.RateMatrix;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/**
 * The heat kernel of any graph. Rows and columns are computed when first asked for, and kept. Three forms:
 *
 * <ul>
 *   <li>small and symmetric: the {@link EigenBasis};
 *   <li>large and symmetric: {@link GraphHeat#chebyshev}, about 9√(tΛ) passes over the edges a row, Λ the largest degree;
 *   <li>directed: {@link GraphHeat#uniformise}, about tΛ passes a row.
 * </ul>
 */
final class GraphKernel implements HeatKernel {
    /** Up to this many states the eigenbasis is used: beyond, it takes longer to build than the rows it would save. */
    static final int LARGEST_EIGENBASIS = 256;

    private final GraphSpace space;
    private final double time;
    private final String form;
    private final Laws rows;
    private final Laws columns;

    private GraphKernel(GraphSpace space, double time, String form, Laws rows, Laws columns) {
        this.space = space;
        this.time = time;
        this.form = form;
        this.rows = rows;
        this.columns = columns;
    }

    static GraphKernel of(GraphSpace space, double time) {
        int size = space.size();
        if (!space.symmetric()) {
            Laws rows = new Laws(size, from -> GraphHeat.uniformise(space, time, from, GraphHeat.Direction.FORWARD));
            Laws columns = new Laws(size, to -> GraphHeat.uniformise(space, time, to, GraphHeat.Direction.BACKWARD));
            return new GraphKernel(space, time, "uniformisation", rows, columns);
        }
        if (size > LARGEST_EIGENBASIS) {
            Laws rows = new Laws(size, from -> GraphHeat.chebyshev(space, time, from));
            return new GraphKernel(space, time, "Chebyshev expansion", rows, rows);
        }
        EigenBasis basis = EigenBasis.of(RateMatrix.of(space));
        Laws rows = new Laws(size, from -> basis.row(from, time));
        return new GraphKernel(space, time, "eigendecomposition", rows, rows);
    }

    @Override
    public GraphSpace space() {
        return space;
    }

    @Override
    public double time() {
        return time;
    }

    @Override
    public double probability(int from, int to) {
        return rows.weights(space.checkState(from))[space.checkState(to)];
    }

    @Override
    public double[] row(int from) {
        return rows.weights(space.checkState(from)).clone();
    }

    @Override
    public double[] column(int to) {
        return columns.weights(space.checkState(to)).clone();
    }

    @Override
    public int draw(int from, RandomStream random) {
        return rows.draw(space.checkState(from), random);
    }

    @Override
    public int drawPosterior(int y, RandomStream random) {
        return columns.draw(space.checkState(y), random);
    }

    @Override
    public String form() {
        return form;
    }

    /** Rows or columns, and tables to draw from them, each computed once; if two threads meet, both compute the same. */
    private static final class Laws {
        private final AtomicReferenceArray<double[]> known;
        private final AtomicReferenceArray<DrawTable> tables; // apart from the weights, which a draw need not touch
        private final IntFunction<double[]> compute;

        Laws(int size, IntFunction<double[]> compute) {
            this.known = new AtomicReferenceArray<>(size);
            this.tables = new AtomicReferenceArray<>(size);
            this.compute = compute;
        }

        double[] weights(int state) {
            double[] weights = known.get(state);
            if (weights == null) {
                weights = compute.apply(state);
                known.set(state, weights);
            }
            return weights;
        }

        int draw(int state, RandomStream random) {
            DrawTable table = tables.get(state);
            if (table == null) {
                // Tables of all rows together: as long as they fit into a cache an alias draw is the cheapest.
                table = tables.length() <= LARGEST_EIGENBASIS
                        ? AliasTable.of(weights(state))
                        : DrawTable.of(weights(state));
                tables.set(state, table);
            }
            return table.draw(random);
        }
    }
}
