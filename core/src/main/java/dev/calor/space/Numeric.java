package dev.calor.space;

/** The real line, for measurements. Its heat equation is driven by the Laplacian ∂²/∂x². */
public record Numeric() implements StateSpace {}
