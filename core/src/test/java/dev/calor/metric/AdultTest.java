package dev.calor.metric;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.PublicData;
import dev.calor.dataset.PublicTable;
import dev.calor.metric.Utility.Task;
import dev.calor.random.RandomStream;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** On Adult, whose official test rows are as near to its training rows as a synthetic table can be. */
class AdultTest {
    private static PublicTable read() throws IOException {
        PublicData.require("adult.json");
        return PublicTable.read("adult");
    }

    @Test
    @DisplayName("Trained on real rows, AUC is the published .927")
    void utility() throws IOException {
        PublicTable adult = read();
        Utility utility = Utility.of(adult.train(), adult.test(), adult.target(), Task.CLASSIFY, RandomStream.of(1));
        // Which ninth selects moves it by less than this.
        assertEquals(0.927, utility.score(), 0.002);
    }

    @Test
    @DisplayName("Test rows look like training rows, in every score")
    void testRows() throws IOException {
        PublicTable adult = read();
        for (Profile profile : Profile.values()) {
            Quality quality = Quality.of(adult.train(), adult.test(), profile);
            assertTrue(quality.shapes().score() > 0.99 && quality.trends().score() > 0.98, quality::toString);
        }
        int half = adult.train().rows() / 2;
        Privacy privacy = Privacy.of(
                adult.train().rows(0, half),
                adult.train().rows(half, 2 * half),
                adult.test().rows(0, 4000),
                done -> {});
        // 4,000 coins deviate by .008.
        assertEquals(0.5, privacy.share() + privacy.tied() / 2, 0.04);
        assertTrue(privacy.overfittingProtection() > 0.92 && privacy.newRows() > 0.99, privacy::toString);
        assertEquals(1, Validity.of(adult.train(), adult.test()).structure());
    }
}
