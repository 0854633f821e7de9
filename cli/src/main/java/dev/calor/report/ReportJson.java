package dev.calor.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.calor.metric.AlphaBeta;
import dev.calor.metric.BesideUnseen;
import dev.calor.metric.Calibration;
import dev.calor.metric.Detection;
import dev.calor.metric.KMarginal;
import dev.calor.metric.PairTrends.Pair;
import dev.calor.metric.Privacy;
import dev.calor.metric.Quality;
import dev.calor.metric.Score;
import dev.calor.report.Findings.Usefulness;
import dev.calor.table.Table;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The same numbers for machines. What was not measured, and what is no number, is left out. */
public final class ReportJson {
    private final JsonGenerator json;
    private final Findings findings;
    private final Origin origin;

    private ReportJson(JsonGenerator json, Findings findings, Origin origin) {
        this.json = json;
        this.findings = findings;
        this.origin = origin;
    }

    public static String text(Findings findings, Origin origin) throws IOException {
        Writer text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            new ReportJson(json.useDefaultPrettyPrinter(), findings, origin).write();
        }
        return text + "\n";
    }

    private void write() throws IOException {
        json.writeStartObject();
        json.writeStringField("software", origin.software());
        json.writeStringField("profile", findings.of().profile().name().toLowerCase(Locale.ROOT));
        json.writeNumberField("seed", findings.of().seed());
        table("real", origin.real(), findings.of().real());
        table("synthetic", origin.synthetic(), findings.of().synthetic());
        table("holdout", origin.holdout(), findings.of().holdout());
        detection();
        coverage();
        marginals();
        quality();
        json.writeObjectFieldStart("validity");
        number("score", findings.validity().score());
        scores("columns", findings.validity().columns());
        json.writeEndObject();
        usefulness(findings.usefulness());
        privacy(findings.nearness());
        if (!origin.model().isEmpty()) {
            json.writeObjectFieldStart("model");
            for (var fact : origin.model().entrySet()) {
                json.writeStringField(fact.getKey(), fact.getValue());
            }
            json.writeEndObject();
        }
        json.writeEndObject();
    }

    private void number(String name, double value) throws IOException {
        if (Double.isFinite(value)) {
            json.writeNumberField(name, value);
        }
    }

    private void table(String field, @Nullable String name, @Nullable Table table) throws IOException {
        if (table != null) {
            json.writeObjectFieldStart(field);
            json.writeStringField("name", String.valueOf(name));
            json.writeNumberField("rows", table.rows());
            json.writeNumberField("columns", table.columns().size());
            json.writeEndObject();
        }
    }

    private void quality() throws IOException {
        Quality quality = findings.quality().synthetic();
        json.writeObjectFieldStart("quality");
        numbers(findings.quality().map(Quality::score));
        json.writeEndObject();
        json.writeObjectFieldStart("columnShapes");
        numbers(findings.quality().map(each -> each.shapes().score()));
        scores("columns", quality.shapes().columns());
        json.writeEndObject();
        json.writeObjectFieldStart("pairTrends");
        numbers(findings.quality().map(each -> each.trends().score()));
        json.writeArrayFieldStart("pairs");
        for (Pair pair : quality.trends().pairs()) {
            json.writeStartObject();
            json.writeArrayFieldStart("columns");
            for (String column : pair.score().columns()) {
                json.writeString(column);
            }
            json.writeEndArray();
            score(pair.score());
            number("real", pair.real());
            number("synthetic", pair.synthetic());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void scores(String field, List<Score> scores) throws IOException {
        json.writeArrayFieldStart(field);
        for (Score score : scores) {
            json.writeStartObject();
            json.writeStringField("column", score.columns().get(0));
            score(score);
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private void score(Score score) throws IOException {
        json.writeStringField("metric", score.metric());
        number("score", score.value());
        if (score.reason() != null) {
            json.writeStringField("reason", score.reason());
        }
    }

    private void usefulness(@Nullable Usefulness use) throws IOException {
        if (use == null) {
            return;
        }
        Forecast model = findings.of().forecast();
        json.writeObjectFieldStart("utility");
        json.writeStringField("target", use.target());
        json.writeStringField("metric", use.isClassified() ? "auc" : "rmse");
        json.writeNumberField("rows", use.rows());
        json.writeNumberField("realRows", use.realRows());
        number("synthetic", use.synthetic().score());
        number("real", use.real().score());
        number("model", model == null ? Double.NaN : model.auc());
        number("kept", use.kept());
        json.writeEndObject();
        if (use.isClassified()) {
            json.writeObjectFieldStart("calibration");
            calibration("synthetic", Usefulness.forecast(use.synthetic()).calibration());
            calibration("real", Usefulness.forecast(use.real()).calibration());
            if (model != null) {
                calibration("model", model.calibration());
            }
            json.writeEndObject();
        }
    }

    private void calibration(String field, Calibration calibration) throws IOException {
        json.writeObjectFieldStart(field);
        number("error", calibration.error());
        number("brier", calibration.brier());
        number("logLoss", calibration.logLoss());
        number("accuracy", calibration.accuracy());
        json.writeArrayFieldStart("bins");
        for (Calibration.Bin bin : calibration.bins()) {
            json.writeStartObject();
            number("from", bin.from());
            number("to", bin.to());
            json.writeNumberField("rows", bin.rows());
            number("confidence", bin.confidence());
            number("accuracy", bin.accuracy());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private void privacy(Findings.@Nullable Nearness nearness) throws IOException {
        if (nearness == null) {
            return;
        }
        Privacy privacy = nearness.privacy();
        json.writeObjectFieldStart("privacy");
        json.writeNumberField("asked", nearness.asked());
        json.writeNumberField("searched", nearness.searched());
        json.writeObjectFieldStart("newRows");
        numbers(nearness.newRows());
        json.writeEndObject();
        number("medianDistance", PrivacySection.median(nearness.synthetic()));
        number("medianRatio", nearness.synthetic().medianRatio());
        if (nearness.holdout() != null) {
            number("holdoutMedianDistance", PrivacySection.median(nearness.holdout()));
            number("holdoutMedianRatio", nearness.holdout().medianRatio());
        }
        if (privacy != null) {
            number("share", privacy.share());
            number("tied", privacy.tied());
            number("idealShare", privacy.idealShare());
            number("excess", Headline.excess(privacy));
            number("overfittingProtection", privacy.overfittingProtection());
        }
        json.writeEndObject();
    }

    private void detection() throws IOException {
        json.writeObjectFieldStart("detection");
        beside("boosted", findings.telling().boosted(), this::detection);
        beside("logistic", findings.telling().logistic(), this::detection);
        json.writeEndObject();
    }

    private void detection(Detection detection) throws IOException {
        number("score", detection.score());
        number("auc", detection.auc());
        json.writeNumberField("rows", detection.rows());
        json.writeArrayFieldStart("aucs");
        for (double auc : detection.aucs()) {
            json.writeNumber(auc);
        }
        json.writeEndArray();
    }

    private void coverage() throws IOException {
        BesideUnseen<AlphaBeta> coverage = findings.coverage();
        if (coverage != null) {
            json.writeObjectFieldStart("alphaPrecision");
            numbers(coverage.map(AlphaBeta::precision));
            json.writeEndObject();
            json.writeObjectFieldStart("betaRecall");
            numbers(coverage.map(AlphaBeta::recall));
            json.writeEndObject();
        }
    }

    private void marginals() throws IOException {
        Findings.Marginals marginals = findings.marginals();
        if (marginals != null) {
            json.writeObjectFieldStart("kMarginal");
            marginal(marginals.score().synthetic());
            besides(marginals.score(), this::marginal);
            json.writeObjectFieldStart("sample");
            marginal(marginals.sample());
            json.writeEndObject();
            json.writeEndObject();
        }
    }

    private void marginal(KMarginal figure) throws IOException {
        number("score", figure.score());
        number("pairs", figure.pairs());
        number("triples", figure.triples());
    }

    /** Writes the members of a figure. */
    private interface Members<T> {
        void write(T figure) throws IOException;
    }

    private <T> void beside(String field, BesideUnseen<T> beside, Members<T> members) throws IOException {
        json.writeObjectFieldStart(field);
        members.write(beside.synthetic());
        besides(beside, members);
        json.writeEndObject();
    }

    /** As many synthetic rows as there are unseen ones, and these. */
    private <T> void besides(BesideUnseen<T> beside, Members<T> members) throws IOException {
        T sameSize = beside.sameSize();
        T unseen = beside.unseen();
        if (sameSize != null && unseen != null) {
            json.writeNumberField("besideRows", beside.rows());
            json.writeObjectFieldStart("sameSize");
            members.write(sameSize);
            json.writeEndObject();
            json.writeObjectFieldStart("unseen");
            members.write(unseen);
            json.writeEndObject();
        }
    }

    private void numbers(BesideUnseen<Double> beside) throws IOException {
        number("score", beside.synthetic());
        Double sameSize = beside.sameSize();
        Double unseen = beside.unseen();
        if (sameSize != null && unseen != null) {
            json.writeNumberField("besideRows", beside.rows());
            number("sameSize", sameSize);
            number("unseen", unseen);
        }
    }
}
