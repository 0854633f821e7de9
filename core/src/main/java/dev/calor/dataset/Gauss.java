package dev.calor.dataset;

/** Gauss–Legendre quadrature on [0, 1] with five nodes: exact for polynomials up to degree nine. */
final class Gauss {
    static final int NODES = 5;

    private Gauss() {}

    static double node(int i) {
        double inner = Math.sqrt(5 - 2 * Math.sqrt(10.0 / 7)) / 3;
        double outer = Math.sqrt(5 + 2 * Math.sqrt(10.0 / 7)) / 3;
        double onSymmetricInterval =
                switch (i) {
                    case 0 -> -outer;
                    case 1 -> -inner;
                    case 2 -> 0;
                    case 3 -> inner;
                    default -> outer;
                };
        return (1 + onSymmetricInterval) / 2;
    }

    static double weight(int i) {
        return switch (i) {
            case 0, 4 -> (322 - 13 * Math.sqrt(70)) / 1800;
            case 1, 3 -> (322 + 13 * Math.sqrt(70)) / 1800;
            default -> 64.0 / 225;
        };
    }
}
