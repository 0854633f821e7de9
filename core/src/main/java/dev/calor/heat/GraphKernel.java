package dev.calor.heat;

import dev.calor.random.AliasTable;
import dev.calor.random.DrawTable;
import dev.calor.random.RandomStream;
import dev.calor.space.GraphSpace;
import dev.calor.space.RateMatrix;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.IntFunction;

/**
 * The heat kernel of any graph. Rows and columns are computed on first use, then cached. Three forms:
 *
 * <ul>
 *   <li>small and symmetric: the {@link EigenBasis};
 *   <li>large and symmetric: {@link GraphHeat#chebyshev}, about 9√(tΛ) passes over the edges per row, where Λ is the
 *     largest degree;
 *   <li>directed: {@link GraphHeat#uniformise}, about tΛ passes per row.
 * </ul>
 */
final class GraphKernel implements HeatKernel {
    /**
     * The eigenbasis is used up to this many states: a larger one takes longer to compute than the rows it would save.
     */
    static final int LARGEST_EIGENBASIS = 256;

    private final GraphSpace space;
    private final double time;
    private final String form;
    private final CachedRows rows;
    private final CachedRows columns;

    private GraphKernel(GraphSpace space, double time, String form, CachedRows rows, CachedRows columns) {
        this.space = space;
        this.time = time;
        this.form = form;
        this.rows = rows;
        this.columns = columns;
    }

    static GraphKernel of(GraphSpace space, double time) {
        int size = space.size();
        if (!space.symmetric()) {
            CachedRows rows =
                    new CachedRows(size, from -> GraphHeat.uniformise(space, time, from, GraphHeat.Direction.FORWARD));
            CachedRows columns =
                    new CachedRows(size, to -> GraphHeat.uniformise(space, time, to, GraphHeat.Direction.BACKWARD));
            return new GraphKernel(space, time, "uniformisation", rows, columns);
        }
        if (size > LARGEST_EIGENBASIS) {
            CachedRows rows = new CachedRows(size, from -> GraphHeat.chebyshev(space, time, from));
            return new GraphKernel(space, time, "Chebyshev expansion", rows, rows);
        }
        EigenBasis basis = EigenBasis.of(RateMatrix.of(space));
        CachedRows rows = new CachedRows(size, from -> basis.row(from, time));
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

    /**
     * Rows or columns, and tables to draw from them, computed on first use. Two threads may compute the same row twice.
     */
    private static final class CachedRows {
        private final AtomicReferenceArray<double[]> known;
        private final AtomicReferenceArray<DrawTable> tables; // kept apart from the weights, which a draw does not read
        private final IntFunction<double[]> compute;

        CachedRows(int size, IntFunction<double[]> compute) {
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
                // While the tables of all rows fit into the processor's cache, an alias table is the fastest.
                table = tables.length() <= LARGEST_EIGENBASIS
                        ? AliasTable.of(weights(state))
                        : DrawTable.of(weights(state));
                tables.set(state, table);
            }
            return table.draw(random);
        }
    }
}
