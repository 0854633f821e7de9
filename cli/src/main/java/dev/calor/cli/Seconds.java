package dev.calor.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a span of time, 90s, 10m, 1.5h or 1h30m, as seconds. */
public final class Seconds implements ITypeConverter<Double> {
    private static final String NUMBER = "(\\d+(?:\\.\\d+)?)";
    private static final Pattern SHAPE =
            Pattern.compile("(?:" + NUMBER + "h)?(?:" + NUMBER + "m)?(?:" + NUMBER + "s)?");

    @Override
    public Double convert(String word) {
        Matcher matcher = SHAPE.matcher(word);
        double seconds = matcher.matches() ? 3600 * part(matcher, 1) + 60 * part(matcher, 2) + part(matcher, 3) : 0;
        if (seconds <= 0) {
            throw new TypeConversionException(
                    "'" + word + "' is not a span of time: allowed are such as 90s, 10m, 1h30m");
        }
        return seconds;
    }

    private static double part(Matcher matcher, int group) {
        String number = matcher.group(group);
        return number == null ? 0 : Double.parseDouble(number);
    }

    /** A span of time in words of two units at most. */
    public static String text(double seconds) {
        long whole = Math.round(seconds);
        if (whole < 60) {
            return whole + " s";
        }
        return whole < 3600
                ? whole / 60 + " min " + whole % 60 + " s"
                : whole / 3600 + " h " + whole % 3600 / 60 + " min";
    }
}
