package dev.calor.perturb;

import dev.calor.heat.DiffusionTime;
import dev.calor.heat.HeatKernel;
import dev.calor.rows.Batch;
import dev.calor.space.FiniteSpace;
import dev.calor.space.ProductSpace;
import dev.calor.space.StateSpace;
import dev.calor.tensor.Noise;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Heat in every finite column independently, q_t(y|x) = Π_k q_t(y_k|x_k): TabED-Uni, -Cyc, -Ord and -Str, by the columns' spaces. */
public final class HeatProduct implements Perturbation {
    private final List<Group> groups;
    private final int columns;

    /** Columns of one space and time, drawn together. */
    private record Group(List<Integer> columns, ColumnHeat heat) {}

    /** The same time rule for every column. */
    public HeatProduct(ProductSpace space, DiffusionTime time) {
        this(space, column -> time);
    }

    /** A time rule a column, by its space. */
    public HeatProduct(ProductSpace space, Function<FiniteSpace, DiffusionTime> times) {
        Map<FiniteSpace, List<Integer>> bySpace = new LinkedHashMap<>();
        int finite = 0;
        for (StateSpace column : space.columns()) {
            if (column instanceof FiniteSpace states) {
                bySpace.computeIfAbsent(states, same -> new ArrayList<>()).add(finite++);
            }
        }
        columns = finite;
        groups = bySpace.entrySet().stream()
                .map(entry -> new Group(
                        entry.getValue(), new ColumnHeat(HeatKernel.of(entry.getKey(), times.apply(entry.getKey())))))
                .toList();
    }

    @Override
    public Batch negatives(Batch x, int count, Noise noise) {
        Batch y = x.withStates(draw(x.states(), noise, ColumnHeat::draw)).repeatRows(count);
        return y.withStates(draw(y.states(), noise, ColumnHeat::drawPosterior));
    }

    /** One law of a column's heat, applied to states. */
    @FunctionalInterface
    private interface Law {
        Tensor draw(ColumnHeat heat, Tensor states, Noise noise);
    }

    private Tensor draw(Tensor states, Noise noise, Law law) {
        if (groups.size() == 1) {
            return law.draw(groups.get(0).heat, states, noise);
        }
        Tensor[] drawn = new Tensor[columns];
        for (Group group : groups) {
            for (int k : group.columns) {
                drawn[k] = law.draw(group.heat, states.narrow(1, k, 1), noise);
            }
        }
        return columns == 0 ? states : Tensor.cat(1, drawn);
    }
}
