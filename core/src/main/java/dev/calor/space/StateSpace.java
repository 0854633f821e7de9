package dev.calor.space;

/** The values of one column together with the structure that says which of them are near each other. */
public sealed interface StateSpace permits Numeric, FiniteSpace {}
