package dev.calor.dataset;

import dev.calor.random.RandomStream;

/**
 * The Ising model of [P tab:ising_results]: p(x) ∝ exp(xᵀJx), x ∈ {−1, 1}^(side²), J = σA, A the adjacency matrix of a
 * side × side grid that does not wrap around. Sites are numbered by rows.
 *
 * <p>J is symmetric, so that an edge counts twice: xᵀJx = 2σ Σ_{i~j} x_i x_j, and log P(x_i = 1 | rest)/P(x_i = −1 |
 * rest) = 4σ Σ_{j~i} x_j. In physicists' terms the inverse temperature is 2σ; long-range order sets in at σ ≈ 0.22.
 *
 * @param side at least 1
 * @param strength σ, finite; negative if neighbours prefer opposite spins
 */
public record IsingLattice(int side, double strength) {
    /** The largest side for exact draws, which hold side² · 2^side numbers in memory: 25 MB at 14. */
    public static final int LARGEST_EXACT = 14;

    private static final int LARGEST = 1000;

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if {@code side} is not between 1 and 1,000, or {@code strength} is not finite
     */
    public IsingLattice {
        if (side < 1 || side > LARGEST) {
            throw new IllegalArgumentException("side " + side + " of a lattice: allowed are 1 to " + LARGEST);
        }
        if (!Double.isFinite(strength)) {
            throw new IllegalArgumentException("strength " + strength + " of a coupling: allowed are finite numbers");
        }
    }

    /** The number of spins, side². */
    public int dimension() {
        return side * side;
    }

    /** The coupling matrix J, by rows. */
    public double[][] coupling() {
        double[][] coupling = new double[dimension()][dimension()];
        for (int site = 0; site < dimension(); site++) {
            if (site % side < side - 1) {
                coupling[site][site + 1] = strength;
                coupling[site + 1][site] = strength;
            }
            if (site < dimension() - side) {
                coupling[site][site + side] = strength;
                coupling[site + side][site] = strength;
            }
        }
        return coupling;
    }

    /**
     * Draws independent exact samples of p with the transfer matrix, one site at a time. Deviation: the paper runs
     * 1,000,000 Gibbs steps per sample, as {@link #gibbs} does. Such runs converge to the distribution drawn from here,
     * which costs a thousandth and does not depend on mixing, which is slow where the lattice is ordered.
     *
     * @throws IllegalArgumentException if {@code count} is negative, or the side is above {@value #LARGEST_EXACT}
     */
    public int[][] draw(int count, RandomStream random) {
        Counts.check(count, "lattices");
        double[][] logOdds = new double[dimension()][];
        transfer(logOdds);
        int[][] samples = new int[count][dimension()];
        for (int[] spins : samples) {
            int front = 0;
            for (int site = 0; site < spins.length; site++) {
                int bit = 1 << (site % side);
                boolean up = random.nextDouble() < sigmoid(logOdds[site][front]);
                spins[site] = up ? 1 : -1;
                front = up ? front | bit : front & ~bit;
            }
        }
        return samples;
    }

    /**
     * log Z = log Σ_x exp(xᵀJx), computed exactly.
     *
     * @throws IllegalArgumentException if the side is above {@value #LARGEST_EXACT}
     */
    public double logPartition() {
        return transfer(new double[dimension()][])[0];
    }

    /**
     * Sums the spins out from the last site to the first. A site and those after it depend on the sites before it only
     * through the front: the latest spin of every column, one bit each. Fills in the log odds of an upward spin at each
     * site given the front. Returns log Z for each front before the first site; these are all equal.
     */
    private double[] transfer(double[][] logOdds) {
        if (side > LARGEST_EXACT) {
            throw new IllegalArgumentException("a lattice of side " + side + " cannot be summed exactly: at most "
                    + LARGEST_EXACT + "; use gibbs, which draws approximately");
        }
        double[] logSum = new double[1 << side];
        for (int site = dimension() - 1; site >= 0; site--) {
            int column = site % side;
            int bit = 1 << column;
            double[] before = new double[logSum.length];
            logOdds[site] = new double[logSum.length];
            for (int front = 0; front < before.length; front++) {
                int field = 0; // sum of the neighbours' spins before this site
                if (site >= side) {
                    field += spin(front, column);
                }
                if (column > 0) {
                    field += spin(front, column - 1);
                }
                double up = 2 * strength * field + logSum[front | bit];
                double down = -2 * strength * field + logSum[front & ~bit];
                logOdds[site][front] = up - down;
                before[front] = Math.max(up, down) + Math.log1p(Math.exp(-Math.abs(up - down)));
            }
            logSum = before;
        }
        return logSum;
    }

    private static int spin(int front, int column) {
        return 2 * ((front >> column) & 1) - 1;
    }

    /**
     * Draws by Gibbs sampling, as the paper does: every sample is the end of a chain of its own that starts at
     * independent fair spins and updates every site in order, {@code sweeps} times. The paper's 1,000,000 steps are
     * 10,000 sweeps of a 10 × 10 lattice.
     *
     * @throws IllegalArgumentException if {@code count} or {@code sweeps} is negative
     */
    public int[][] gibbs(int count, int sweeps, RandomStream random) {
        Counts.check(count, "lattices");
        if (sweeps < 0) {
            throw new IllegalArgumentException(
                    sweeps + " sweeps of a lattice: allowed are 0 or more; 100 mix while σ < 0.2");
        }
        double[] upward = new double[9]; // P(x_i = 1) for neighbours that sum to −4, …, 4
        for (int field = -4; field <= 4; field++) {
            upward[field + 4] = sigmoid(4 * strength * field);
        }
        int[][] samples = new int[count][];
        for (int chain = 0; chain < count; chain++) {
            samples[chain] = chain(upward, sweeps, random.child(chain));
        }
        return samples;
    }

    private int[] chain(double[] upward, int sweeps, RandomStream random) {
        int width = side + 2; // a frame of zeros, so that the sweep needs no special case at the border
        int[] framed = new int[width * width];
        for (int site = 0; site < dimension(); site++) {
            framed[framed(site)] = random.nextBoolean() ? 1 : -1;
        }
        for (int sweep = 0; sweep < sweeps; sweep++) {
            for (int row = 1; row <= side; row++) {
                for (int at = row * width + 1; at <= row * width + side; at++) {
                    int field = framed[at - 1] + framed[at + 1] + framed[at - width] + framed[at + width];
                    framed[at] = random.nextDouble() < upward[field + 4] ? 1 : -1;
                }
            }
        }
        int[] spins = new int[dimension()];
        for (int site = 0; site < spins.length; site++) {
            spins[site] = framed[framed(site)];
        }
        return spins;
    }

    private int framed(int site) {
        return (site / side + 1) * (side + 2) + site % side + 1;
    }

    private static double sigmoid(double logOdds) {
        return 1 / (1 + Math.exp(-logOdds));
    }
}
