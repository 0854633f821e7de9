package dev.calor.energy.mlp;

import dev.calor.rows.OneHot;
import dev.calor.tensor.Device;
import dev.calor.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * Crossed columns as inputs of a network: every combination of the levels of some columns, a cell, has a learned vector. So the network
 * need not build the product of year, month and day out of sums. With categories as one-hot weights o, the vector of a cross of columns a
 * and b is Σ_vw o_a(v)·o_b(w)·E(v, w), which is linear in the weights of each column.
 */
final class Crosses {
    private final OneHot layout;
    private final List<Cross> crosses = new ArrayList<>();
    private final int cells;

    /** A column of a cross: its level contributes stride·level to the number of the cell. */
    private record Member(int column, long stride) {}

    /** One cross; its cells follow {@code first} others in the table. */
    private record Cross(List<Member> members, int cells, int first) {}

    /** More cells would take more memory than the rest of any network. */
    private static final long MOST_CELLS = 1 << 24;

    /**
     * Crosses of finite columns, each a list of their indices.
     *
     * @throws IllegalArgumentException if there is no such column, or there are more than {@value #MOST_CELLS} cells
     */
    Crosses(OneHot layout, List<List<Integer>> columns) {
        this.layout = layout;
        int first = 0;
        for (List<Integer> crossed : columns) {
            List<Member> members = new ArrayList<>();
            long size = 1;
            for (int column : crossed) {
                if (column < 0 || column >= layout.columns()) {
                    throw new IllegalArgumentException(
                            "a cross of column " + column + ": the finite columns are 0 to " + (layout.columns() - 1));
                }
                members.add(new Member(column, size));
                size = Math.min(size * layout.size(column), MOST_CELLS + 1);
            }
            if (first + size > MOST_CELLS) {
                throw new IllegalArgumentException("crosses of more than " + MOST_CELLS + " cells");
            }
            crosses.add(new Cross(members, (int) size, first));
            first += (int) size;
        }
        cells = first;
    }

    /** The number of crosses. */
    int count() {
        return crosses.size();
    }

    /** The number of cells of all crosses: the rows of the table of vectors. */
    int cells() {
        return cells;
    }

    /** The cell of every row in every cross: [rows, crosses]. */
    Tensor cellsOf(Tensor states) {
        return Tensor.stack(
                1,
                crosses.stream()
                        .map(cross -> cross.members.stream()
                                .map(member -> states.select(1, member.column).times(member.stride))
                                .reduce(Tensor::plus)
                                .orElseThrow())
                        .toList());
    }

    /** The vectors of cells, those of a row one after the other: [rows, crosses·e]. */
    Tensor vectors(Device device, Tensor table, Tensor cellsOf) {
        long[] firsts = crosses.stream().mapToLong(Cross::first).toArray();
        Tensor index = cellsOf.plus(Tensor.whole(device, firsts, 1, firsts.length));
        long rows = cellsOf.size(0);
        return table.indexSelect(0, index.reshape(rows * firsts.length)).reshape(rows, firsts.length * table.size(1));
    }

    /** The vectors of relaxed rows, whose categories are one-hot weights. */
    Tensor relaxed(Tensor table, Tensor oneHot) {
        return Tensor.cat(
                1,
                crosses.stream()
                        .map(cross -> cross.members.stream()
                                .map(member -> ofColumn(oneHot, member.column))
                                .reduce((weights, next) -> next.unsqueeze(2)
                                        .times(weights.unsqueeze(1))
                                        .reshape(weights.size(0), weights.size(1) * next.size(1)))
                                .orElseThrow()
                                .matmul(ofCross(table, cross)))
                        .toArray(Tensor[]::new));
    }

    /** Backward chain rule: from gradients of the vectors of rows to those of their one-hot codes, [rows, slots]. */
    Tensor pulled(Device device, Tensor table, Tensor states, Tensor cellsOf, Tensor ofVectors) {
        Tensor sum = Tensor.zeros(device, states.size(0), layout.slots());
        for (int c = 0; c < crosses.size(); c++) {
            Cross cross = crosses.get(c);
            Tensor ofCells =
                    part(ofVectors, c, table).matmul(ofCross(table, cross).transpose());
            for (Member member : cross.members) {
                Tensor index = neighbours(device, member, states, cellsOf.select(1, c));
                ofColumn(sum, member.column).add(1, ofCells.gather(1, index));
            }
        }
        return sum;
    }

    /** Forward chain rule: the weights of all cells along a direction of the one-hot codes of rows, one tensor [rows, cells] per cross. */
    List<Tensor> pushed(Device device, Tensor states, Tensor cellsOf, Tensor direction) {
        List<Tensor> weights = new ArrayList<>();
        for (int c = 0; c < crosses.size(); c++) {
            Cross cross = crosses.get(c);
            Tensor sum = Tensor.zeros(device, states.size(0), cross.cells);
            for (Member member : cross.members) {
                Tensor index = neighbours(device, member, states, cellsOf.select(1, c));
                sum.scatterAdd(1, index, ofColumn(direction, member.column));
            }
            weights.add(sum);
        }
        return weights;
    }

    /** The sums of vectors with these weights of cells: [rows, crosses·e]. */
    Tensor vectors(Tensor table, List<Tensor> weights) {
        Tensor[] vectors = new Tensor[weights.size()];
        for (int c = 0; c < vectors.length; c++) {
            vectors[c] = weights.get(c).matmul(ofCross(table, crosses.get(c)));
        }
        return Tensor.cat(1, vectors);
    }

    /** The gradient of the table, given those of the vectors of cells. */
    Tensor ofTable(Device device, Tensor table, Tensor cellsOf, Tensor ofVectors) {
        Tensor sum = Tensor.zeros(device, cells, table.size(1));
        for (int c = 0; c < crosses.size(); c++) {
            ofCross(sum, crosses.get(c)).addRows(cellsOf.select(1, c), part(ofVectors, c, table));
        }
        return sum;
    }

    /** The gradient of the table, given those of sums of vectors with these weights of cells. */
    Tensor ofTable(Tensor table, List<Tensor> weights, Tensor ofVectors) {
        Tensor[] parts = new Tensor[weights.size()];
        for (int c = 0; c < parts.length; c++) {
            parts[c] = weights.get(c).transpose().matmul(part(ofVectors, c, table));
        }
        return Tensor.cat(0, parts);
    }

    /** The cells of rows with every level in the place of the level of one column: [rows, levels]. */
    private Tensor neighbours(Device device, Member member, Tensor states, Tensor cell) {
        Tensor levels = Tensor.range(device, layout.size(member.column)).unsqueeze(0);
        return levels.minus(states.select(1, member.column).unsqueeze(1))
                .times(member.stride)
                .plus(cell.unsqueeze(1));
    }

    private Tensor ofColumn(Tensor perSlot, int column) {
        return perSlot.narrow(1, layout.offset(column), layout.size(column));
    }

    private static Tensor ofCross(Tensor table, Cross cross) {
        return table.narrow(0, cross.first, cross.cells);
    }

    private static Tensor part(Tensor vectors, int cross, Tensor table) {
        return vectors.narrow(1, cross * table.size(1), table.size(1));
    }
}
