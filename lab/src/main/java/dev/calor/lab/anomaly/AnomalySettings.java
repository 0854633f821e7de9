package dev.calor.lab.anomaly;

/**
 * The settings of a run.
 *
 * @param data the public table
 * @param preset of the model
 * @param seconds time limit of training
 * @param rows the number of test rows
 * @param anomalies the number of changed rows among them
 * @param seed of training and of planting
 */
record AnomalySettings(String data, String preset, double seconds, int rows, int anomalies, long seed) {
    AnomalySettings {
        if (anomalies < 1 || anomalies >= rows) {
            throw new IllegalArgumentException(
                    anomalies + " anomalies among " + rows + " rows: allowed are 1 to " + (rows - 1));
        }
    }

    /** The name of the cell, without the seed. */
    String title() {
        return data + "-" + preset + "-seconds=" + Math.round(seconds);
    }
}
