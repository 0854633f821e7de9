package dev.calor.report;

import dev.calor.chart.Markup;
import dev.calor.metric.Profile;
import dev.calor.metric.Score;
import dev.calor.table.Table;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * The report as one page of HTML: no script, nothing to load, the same bytes for the same findings. It is well-formed as XML, too.
 */
public final class ReportPage {
    private static final int WORST = 5;

    private final Markup out = new Markup();
    private final Findings findings;
    private final Origin origin;

    private ReportPage(Findings findings, Origin origin) {
        this.findings = findings;
        this.origin = origin;
    }

    public static String html(Findings findings, Origin origin) {
        return "<!DOCTYPE html>\n" + new ReportPage(findings, origin).page();
    }

    private Markup page() {
        List<Headline> headlines = Headline.of(findings);
        out.open("html", "lang", "en").open("head").empty("meta", "charset", "utf-8");
        out.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
        out.empty("meta", "name", "color-scheme", "content", "light dark");
        out.leaf("title", origin.synthetic() + ": synthetic data report");
        out.leaf("style", style()).close();
        out.open("body").leaf("a", "Skip to the report", "class", "skip", "href", "#summary");
        out.open("header").leaf("h1", "Synthetic data report");
        Blocks.paragraph(
                out,
                origin.synthetic() + ", " + size(findings.of().synthetic()) + ", beside " + origin.real() + ", "
                        + size(findings.of().real()));
        out.close();
        navigation(headlines);
        out.open("main", "id", "main");
        summary(headlines);
        FidelitySection.write(out, findings);
        ColumnSection.write(out, findings);
        PairSection.write(out, findings);
        UseSection.write(out, findings);
        PrivacySection.write(out, findings);
        validity();
        provenance();
        out.close();
        out.open("footer");
        Blocks.note(out, "Made by " + origin.software() + ". This page loads nothing and needs no script.");
        return out.close().close().close();
    }

    private static String style() {
        try (InputStream stream = ReportPage.class.getResourceAsStream("report.css")) {
            return "\n" + new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String size(Table table) {
        return Format.count(table.rows()) + " rows of " + table.columns().size() + " columns";
    }

    private void navigation(List<Headline> headlines) {
        out.open("nav", "aria-label", "Sections").open("ul");
        link("summary", "Summary");
        headlines.forEach(headline -> link(headline.section(), headline.name()));
        link("provenance", "Provenance");
        out.close().close();
    }

    private void link(String section, String name) {
        out.open("li").leaf("a", name, "href", "#" + section).close();
    }

    private void summary(List<Headline> headlines) {
        Blocks.section(out, "summary", "Summary");
        out.open("p", "class", "lead").text(inShort(headlines)).close();
        out.open("ul", "class", "cards");
        for (Headline headline : headlines) {
            out.open("li", "class", "card " + headline.grade().kind());
            out.open("div", "class", "name");
            out.open("h3")
                    .leaf("a", headline.name(), "href", "#" + headline.section())
                    .close();
            out.open("span", "class", "grade");
            out.leaf("span", headline.grade().sign(), "class", "sign", "aria-hidden", "true");
            out.text(" " + headline.grade().word()).close().close();
            out.leaf("p", headline.value(), "class", "value");
            Blocks.paragraph(out, headline.meaning());
            out.close();
        }
        out.close();
        Blocks.note(out, "What is good is a rule of thumb: what a table is for decides what it needs.");
        out.close();
    }

    /** Good are these, fair those. */
    private static String inShort(List<Headline> headlines) {
        return Arrays.stream(Grade.values())
                .map(grade -> {
                    String names = headlines.stream()
                            .filter(headline -> headline.grade() == grade)
                            .map(headline -> headline.name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "));
                    String word = grade.word();
                    return names.isEmpty()
                            ? ""
                            : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + ": " + names + ". ";
                })
                .collect(Collectors.joining())
                .strip();
    }

    private void validity() {
        Blocks.section(out, "validity", "Validity");
        List<Score> worst = findings.validity().columns().stream()
                .filter(score -> score.value() < 1)
                .sorted(java.util.Comparator.comparingDouble(Score::value))
                .limit(WORST)
                .toList();
        Blocks.paragraph(
                out,
                "Numbers within the range of the real column, levels that occur in it, identifiers that do not repeat. The mean"
                        + " over columns is "
                        + Format.percent(findings.validity().score()) + ".");
        if (worst.isEmpty()) {
            Blocks.paragraph(out, "Every value of every column is valid.");
        } else {
            Blocks.table(
                    out,
                    "The columns with the most values that are not valid",
                    2,
                    List.of("Column", "Metric", "Valid"),
                    worst.stream()
                            .map(score -> List.of(
                                    score.columns().get(0),
                                    score.metric(),
                                    String.format(Locale.ROOT, "%.2f %%", 100 * score.value())))
                            .toList());
        }
        out.close();
    }

    private void provenance() {
        Comparison of = findings.of();
        Table holdout = of.holdout();
        Blocks.section(out, "provenance", "Provenance");
        out.open("dl");
        fact("Real table", origin.real() + ", " + size(of.real()));
        fact("Synthetic table", origin.synthetic() + ", " + size(of.synthetic()));
        fact(
                "Holdout",
                holdout == null
                        ? "none: give --test for real rows the model has not seen"
                        : origin.holdout() + ", " + size(holdout));
        fact("Target", of.target() == null ? "none: give --target for a column to predict" : of.target());
        fact(
                "Profile",
                of.profile() == Profile.PAPER
                        ? "paper: scores of columns and pairs as in SDMetrics 0.11.1, where every pair counts"
                        : "current: scores as in SDMetrics 0.29, where only pairs that go together in the real table count");
        fact("Seed", Long.toString(of.seed()));
        fact("Made by", origin.software());
        origin.notes().forEach(note -> fact("Note", note));
        if (origin.model().isEmpty()) {
            fact("Model", "not given: --model adds its card, and its own predictions where there is a target");
        }
        out.close();
        if (!origin.model().isEmpty()) {
            List<List<String>> card = new ArrayList<>();
            origin.model().forEach((name, value) -> card.add(List.of(name, value)));
            Blocks.table(out, "The model’s card", 2, List.of("Fact", "Value"), card);
        }
        out.close();
    }

    private void fact(String name, String value) {
        out.leaf("dt", name).leaf("dd", value);
    }
}
