package dev.calor.cli;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The manual page of a command, in roff, from what its {@code --help} says. */
final class ManPage {
    private final CommandLine command;
    private final CommandSpec spec;
    private final StringBuilder text = new StringBuilder();

    private ManPage(CommandLine command) {
        this.command = command;
        this.spec = command.getCommandSpec();
    }

    /** The name of the page: calor-fit for calor fit. */
    static String name(CommandLine command) {
        return command.getCommandSpec().qualifiedName("-");
    }

    /** The page as text. */
    static String of(CommandLine command) {
        ManPage page = new ManPage(command);
        page.write();
        return page.text.toString();
    }

    private void write() {
        line(".TH " + name(command).toUpperCase(Locale.ROOT) + " 1 \"\" \"" + new Version().getVersion()[0] + "\"");
        String description = String.join(" ", spec.usageMessage().description());
        section("NAME", name(command) + " \\- " + escaped(description).replaceFirst("\\.$", ""));
        section(
                "SYNOPSIS",
                escaped(new CommandLine.Help(spec, CommandLine.Help.defaultColorScheme(Ansi.OFF))
                        .synopsis(0)
                        .strip()));
        section("DESCRIPTION", escaped(description));
        entries("ARGUMENTS", visible(spec.positionalParameters()));
        entries("OPTIONS", visible(spec.options()));
        List<CommandLine> commands = subcommands(command);
        if (!commands.isEmpty()) {
            line(".SH COMMANDS");
            for (CommandLine each : commands) {
                entry(
                        "\\fB" + escaped(name(each)) + "\\fR(1)",
                        each.getCommandSpec().usageMessage().description());
            }
        }
        if (spec.usageMessage().footer().length > 0) {
            line(".SH NOTES");
            line(".nf");
            for (String each : spec.usageMessage().footer()) {
                line(escaped(each));
            }
            line(".fi");
        }
    }

    /** The commands below, in the order of their names, without hidden ones. */
    static List<CommandLine> subcommands(CommandLine command) {
        return command.getSubcommands().values().stream()
                .distinct()
                .filter(each -> !each.getCommandSpec().usageMessage().hidden())
                .sorted(Comparator.comparing(CommandLine::getCommandName))
                .toList();
    }

    private static <A extends ArgSpec> List<A> visible(List<A> all) {
        return all.stream().filter(each -> !each.hidden()).toList();
    }

    private void entries(String title, List<? extends ArgSpec> all) {
        if (all.isEmpty()) {
            return;
        }
        line(".SH " + title);
        for (ArgSpec each : all) {
            List<String> words = new ArrayList<>();
            if (each instanceof OptionSpec option) {
                words.add(java.util.Arrays.stream(option.names())
                        .map(name -> "\\fB" + escaped(name) + "\\fR")
                        .collect(Collectors.joining(", ")));
            }
            if (each instanceof PositionalParamSpec || each.arity().max() > 0) {
                words.add("\\fI" + escaped(each.paramLabel().replaceAll("[<>]", "")) + "\\fR");
            }
            entry(String.join(" ", words), each.description());
        }
    }

    private void entry(String term, String[] description) {
        line(".TP");
        line(term);
        line(escaped(String.join(" ", description)));
    }

    private void section(String title, String body) {
        line(".SH " + title);
        line(body);
    }

    private void line(String each) {
        text.append(each).append('\n');
    }

    /** Plain text for roff: hyphens of options stay hyphens, and no line begins with a command. */
    private static String escaped(String plain) {
        String line = plain.replace("\\", "\\e").replace("-", "\\-").replaceAll("\\s*\n\\s*", " ");
        return line.startsWith(".") || line.startsWith("'") ? "\\&" + line : line;
    }
}
