package dev.calor.lab.tabular;

import dev.calor.dataset.PublicTable;
import dev.calor.lab.cell.DataHash;
import dev.calor.tabular.TabularSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What is run: a public table, and how it is learned and sampled.
 *
 * @param preset the settings that {@code spec} changes
 */
record TabularRun(String data, String preset, TabularSpec spec) {
    /** Names the cell but for its seed: no other run has it while the presets are what they are. */
    String title() {
        return data + "-" + label();
    }

    /** The title with the seed. */
    String name() {
        return title() + "-seed=" + spec.seed();
    }

    /** A hash of the rows to train and to test on. */
    static String hash(PublicTable table) {
        return new DataHash().add(table.train()).add(table.test()).text();
    }

    /** The name without table and seed, which is that of a row of figures. */
    String label() {
        List<String> words = new ArrayList<>(List.of(spec.method().toString(), preset));
        words.addAll(changes());
        return String.join("-", words);
    }

    /** Names the model: sampled with more or less patience, it is the same. */
    String modelName() {
        return new TabularRun(data, preset, fitted()).name();
    }

    /** The settings of training, with the preset's of sampling. */
    TabularSpec fitted() {
        return spec.withSampling(TabularSpec.preset(preset).sampling());
    }

    /** The settings that are not the preset's, such as width=512; with a limit on time, without the steps. */
    List<String> changes() {
        Map<String, Object> plain = TabularSpec.preset(preset).settings();
        List<String> changes = new ArrayList<>();
        spec.settings().forEach((name, value) -> {
            boolean named = name.equals("method") || name.equals("seed");
            boolean endless = name.equals("steps") && spec.training().seconds() < Double.POSITIVE_INFINITY;
            if (!named && !endless && !value.equals(plain.get(name))) {
                changes.add(name + "=" + value.toString().replaceFirst("\\.0$", ""));
            }
        });
        return changes;
    }
}
