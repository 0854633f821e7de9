package dev.calor.metric;

import java.util.ArrayList;
import java.util.List;

/**
 * A setting of boosted trees.
 *
 * @param trees the number of trees, XGBoost's n_estimators
 * @param childWeight the least sum of second derivatives in a leaf, min_child_weight
 * @param depth max_depth
 * @param gamma the least gain of a split
 */
public record BoostingSetting(int trees, int childWeight, int depth, int gamma) {
    /** The numbers of trees in the grid; all are read from one fit of the largest. */
    static final List<Integer> TREES = List.of(10, 50, 100);

    /** The paper's grid for one number of trees, in the order in which ties are decided. */
    static List<BoostingSetting> grid(int trees) {
        List<BoostingSetting> grid = new ArrayList<>();
        for (int gamma : new int[] {0, 1}) {
            for (int depth : new int[] {5, 10, 20}) {
                for (int childWeight : new int[] {1, 10}) {
                    grid.add(new BoostingSetting(trees, childWeight, depth, gamma));
                }
            }
        }
        return grid;
    }

    BoostingSetting withTrees(int fewer) {
        return new BoostingSetting(fewer, childWeight, depth, gamma);
    }
}
