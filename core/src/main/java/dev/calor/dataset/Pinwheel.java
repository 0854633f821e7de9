package dev.calor.dataset;

import dev.calor.random.RandomStream;

/**
 * Five spiral arms: a ~ N(1, 0.3²) along the arm and b ~ N(0, 0.1²) across it are turned by −(2πk/5 + e^a/4), k uniform
 * in {0, …, 4}, and doubled.
 *
 * <p>Density. Turning keeps the radius ρ = √(a² + b²); from the angle ψ of (a, b) it makes θ ≡ G(ψ) modulo 2π/5, with
 * G(ψ) = ψ − e^(ρ cos ψ)/4. So p(x, y) = ¼ · ⅕ Σ_ψ N(a; 1, 0.3²) N(b; 0, 0.1²) / |G′(ψ)|, over all ψ in one turn with
 * G(ψ) ≡ θ modulo 2π/5, where G′ = 1 + b e^a/4. Far out on the arms, where b &lt; −4e^−a, G turns back and a point has
 * several origins; all are counted.
 */
record Pinwheel() implements PlanarDistribution {
    private static final int ARMS = 5;
    private static final double RATE = 0.25;
    private static final double RADIAL = 0.3;
    private static final double TANGENTIAL = 0.1;
    private static final double SCALE = 2;

    /**
     * The largest ρ at which the density is computed. Beyond, where it is below e^−350 and has very many origins, it is
     * given as 0.
     */
    private static final double FARTHEST = 9;

    @Override
    public double[] draw(RandomStream random) {
        double a = 1 + RADIAL * random.nextGaussian();
        double b = TANGENTIAL * random.nextGaussian();
        double angle = 2 * Math.PI * random.nextInt(ARMS) / ARMS + RATE * Math.exp(a);
        double cos = Math.cos(angle);
        double sin = Math.sin(angle);
        return new double[] {SCALE * (a * cos + b * sin), SCALE * (b * cos - a * sin)};
    }

    @Override
    public double logDensity(double x, double y) {
        double radius = Math.sqrt(x * x + y * y) / SCALE;
        if (radius > FARTHEST) {
            return Double.NEGATIVE_INFINITY;
        }
        double angle = Math.atan2(y, x);
        LogSum sum = new LogSum();
        double start = -Math.PI;
        double[] turns = turningPoints(radius);
        for (int i = 0; i <= turns.length; i++) {
            double end = i < turns.length ? turns[i] : Math.PI;
            addOrigins(sum, radius, angle, start, end);
            start = end;
        }
        return sum.value() - Math.log(ARMS * SCALE * SCALE * 2 * Math.PI * RADIAL * TANGENTIAL);
    }

    /**
     * Adds the origins between two angles, where G is monotone: one for every θ + 2πj/5 between its values at the ends.
     */
    private static void addOrigins(LogSum sum, double radius, double angle, double start, double end) {
        double step = 2 * Math.PI / ARMS;
        double atStart = (turned(radius, start) - angle) / step;
        double atEnd = (turned(radius, end) - angle) / step;
        double last = Math.max(atStart, atEnd);
        for (double j = Math.ceil(Math.min(atStart, atEnd)); j < last; j++) {
            double psi = solve(radius, angle + j * step, start, end, atStart < atEnd);
            double a = radius * Math.cos(psi);
            double b = radius * Math.sin(psi);
            double along = (a - 1) / RADIAL;
            double across = b / TANGENTIAL;
            sum.add(-(along * along + across * across) / 2 - Math.log(Math.abs(slope(radius, psi))));
        }
    }

    /** G. */
    private static double turned(double radius, double psi) {
        return psi - RATE * Math.exp(radius * Math.cos(psi));
    }

    /** G′. */
    private static double slope(double radius, double psi) {
        return 1 + RATE * radius * Math.sin(psi) * Math.exp(radius * Math.cos(psi));
    }

    /** Where G′ changes sign in (−π, π): nowhere, or twice in (−π, 0), to both sides of the angle where G′ is least. */
    private static double[] turningPoints(double radius) {
        if (radius == 0) {
            return new double[0];
        }
        // G″ = 0 where cos ψ = ρ sin² ψ.
        double least = -Math.acos((Math.sqrt(1 + 4 * radius * radius) - 1) / (2 * radius));
        if (slope(radius, least) >= 0) {
            return new double[0];
        }
        return new double[] {turningPoint(radius, -Math.PI, least), turningPoint(radius, 0, least)};
    }

    /** By bisection, between an angle where G rises and one where it falls. */
    private static double turningPoint(double radius, double rising, double falling) {
        double middle = (rising + falling) / 2;
        while (middle != rising && middle != falling) {
            if (slope(radius, middle) >= 0) {
                rising = middle;
            } else {
                falling = middle;
            }
            middle = (rising + falling) / 2;
        }
        return middle;
    }

    /**
     * The ψ between start and end with G(ψ) = target, by Newton's method, and by bisection where that would leave the
     * bracket.
     */
    private static double solve(double radius, double target, double start, double end, boolean rises) {
        double low = start;
        double high = end;
        double psi = (low + high) / 2;
        while (true) {
            double excess = turned(radius, psi) - target;
            if (excess < 0 == rises) {
                low = psi;
            } else {
                high = psi;
            }
            double next = psi - excess / slope(radius, psi);
            if (!(next > low && next < high)) {
                next = (low + high) / 2;
            }
            if (Math.abs(next - psi) < 1e-14 || high - low < 1e-14) {
                return next;
            }
            psi = next;
        }
    }
}
