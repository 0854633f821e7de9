package dev.calor.lab.speed;

import dev.calor.contract.ObjectiveContract;
import dev.calor.perturb.BernoulliFlip;
import java.util.stream.Stream;

/** The plain port is a loss like ours: what it is slower in is not what it computes. */
class PlainDiscrepancyTest extends ObjectiveContract {
    @Override
    protected Stream<Case> cases() {
        return Stream.of(new Case("plain port", energy -> new PlainDiscrepancy(new BernoulliFlip(0.2), 32)));
    }
}
