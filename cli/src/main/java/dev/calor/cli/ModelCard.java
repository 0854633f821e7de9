package dev.calor.cli;

import dev.calor.table.Printable;
import dev.calor.tabular.ModelProvenance;
import dev.calor.tabular.TabularModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Facts about a model, by name: its training, settings, size and origin. */
public final class ModelCard {
    private ModelCard() {}

    /**
     * The facts about a model.
     *
     * @param file the file that the model was read from, for its size
     * @throws IOException if the file's size cannot be read
     */
    public static Map<String, String> of(TabularModel model, Path file) throws IOException {
        ModelProvenance origin = model.provenance();
        Map<String, String> card = new LinkedHashMap<>();
        card.put(
                "trained",
                String.format(
                        Locale.ROOT, "%,d rows, %,d steps, loss %.4f", origin.rows(), origin.steps(), origin.loss()));
        card.put("settings", settings(model));
        if (!model.crosses().isEmpty()) {
            card.put(
                    "crossed",
                    model.crosses().stream()
                            .map(columns -> Printable.line(String.join(" × ", columns)))
                            .collect(Collectors.joining(", ")));
        }
        card.put("seed", String.valueOf(model.spec().seed()));
        card.put("size", String.format(Locale.ROOT, "%,d parameters, %,d bytes", model.parameters(), Files.size(file)));
        card.put("data", origin.data());
        card.put("software", "Calor " + origin.version() + ", commit " + origin.commit());
        card.put("machine", origin.machine());
        return card;
    }

    private static String settings(TabularModel model) {
        return model.spec().settings().entrySet().stream()
                .map(setting -> setting.getKey() + "=" + text(setting.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static String text(Object value) {
        boolean unlimited = value.equals(Long.MAX_VALUE) || value.equals(Double.POSITIVE_INFINITY);
        return unlimited ? "unlimited" : value.toString();
    }
}
