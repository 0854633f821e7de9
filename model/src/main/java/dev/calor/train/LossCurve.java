package dev.calor.train;

import java.util.ArrayList;
import java.util.List;

/** Mean losses, one per report, and the sum since the last report. */
final class LossCurve {
    private final List<Double> reported = new ArrayList<>();
    private double sum;
    private long count;

    void add(double loss) {
        sum += loss;
        count++;
    }

    /** Ends the current interval and returns its mean. */
    double report() {
        double mean = sum / count;
        reported.add(mean);
        sum = 0;
        count = 0;
        return mean;
    }

    List<Double> reported() {
        return List.copyOf(reported);
    }

    /** All numbers as text, exactly. */
    String toText() {
        StringBuilder text = new StringBuilder().append(sum).append(' ').append(count);
        reported.forEach(mean -> text.append(' ').append(mean));
        return text.toString();
    }

    void restore(String text) {
        String[] words = text.split(" ", -1);
        sum = Double.parseDouble(words[0]);
        count = Long.parseLong(words[1]);
        reported.clear();
        for (int i = 2; i < words.length; i++) {
            reported.add(Double.parseDouble(words[i]));
        }
    }
}
