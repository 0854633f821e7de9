package dev.calor.spark;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;

/** Values of Spark as texts and numbers, and back. Instants are read and written in UTC. */
final class Cells {
    private static final double NANOS = 1e9;
    private static final double SECONDS_PER_DAY = 86_400;
    private static final double LEAST_PLAIN = 1e-6;
    private static final double MOST_PLAIN = 1e15;

    /** As DuckDB writes them. */
    private static final DateTimeFormatter MOMENT = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 6, true)
            .toFormatter();

    private Cells() {}

    /** The text of a value; "" for null. */
    static String text(@Nullable Object value) {
        if (value == null) {
            return "";
        }
        if (value instanceof Double number) {
            return text(number, number.toString());
        }
        if (value instanceof Float number) {
            return text(number, number.toString());
        }
        if (value instanceof BigDecimal number) {
            return number.toPlainString();
        }
        LocalDateTime moment = moment(value);
        return moment == null ? value.toString().strip() : MOMENT.format(moment);
    }

    private static String text(double number, String shortest) {
        double size = Math.abs(number);
        return shortest.indexOf('E') >= 0 && size >= LEAST_PLAIN && size < MOST_PLAIN
                ? new BigDecimal(shortest).toPlainString()
                : shortest;
    }

    private static @Nullable LocalDateTime moment(Object value) {
        if (value instanceof Timestamp timestamp) {
            return LocalDateTime.ofInstant(timestamp.toInstant(), ZoneOffset.UTC);
        }
        if (value instanceof Instant instant) {
            return LocalDateTime.ofInstant(instant, ZoneOffset.UTC);
        }
        return value instanceof LocalDateTime local ? local : null;
    }

    /** A number, or the seconds since 1970 of a point in time; null for values of other types. */
    static @Nullable Double number(Object value) {
        if (value instanceof Float single) {
            return Double.valueOf(single.toString()); // 0.1, not 0.10000000149
        }
        if (value instanceof Number number) {
            return number.doubleValue();
        }
        if (value instanceof Date date) {
            return date.toLocalDate().toEpochDay() * SECONDS_PER_DAY;
        }
        if (value instanceof LocalDate date) {
            return date.toEpochDay() * SECONDS_PER_DAY;
        }
        LocalDateTime moment = moment(value);
        return moment == null ? null : seconds(moment);
    }

    private static double seconds(LocalDateTime moment) {
        return moment.toLocalDate().toEpochDay() * SECONDS_PER_DAY
                + moment.toLocalTime().toNanoOfDay() / NANOS;
    }

    /** A number as a value of a type of numbers. */
    static Object ofNumber(double number, DataType type) {
        if (type instanceof DecimalType decimal) {
            return BigDecimal.valueOf(number).setScale(decimal.scale(), RoundingMode.HALF_EVEN);
        }
        return switch (type.typeName()) {
            case "byte" -> (byte) Math.rint(number);
            case "short" -> (short) Math.rint(number);
            case "integer" -> (int) Math.rint(number);
            case "long" -> (long) Math.rint(number);
            case "float" -> (float) number;
            default -> number;
        };
    }

    /** Seconds since 1970 as a value of a type of points in time. */
    static Object ofSeconds(double seconds, DataType type) {
        double whole = Math.floor(seconds);
        long micros = Math.round((seconds - whole) * 1e6);
        LocalDateTime moment =
                LocalDateTime.ofEpochSecond((long) whole, 0, ZoneOffset.UTC).plusNanos(micros * 1000);
        return switch (type.typeName()) {
            case "date" -> Date.valueOf(moment.toLocalDate());
            case "timestamp" -> Timestamp.from(moment.toInstant(ZoneOffset.UTC));
            default -> moment;
        };
    }

    /**
     * A text as a value of a type.
     *
     * @throws IllegalArgumentException if it is not a value of it
     */
    static Object ofText(String text, DataType type) {
        return switch (SparkTypes.kind(type)) {
            case NUMBER -> ofNumber(Double.parseDouble(text), type);
            case TRUTH -> Boolean.valueOf(text);
            case TIME -> {
                LocalDateTime moment = text.length() > 10
                        ? LocalDateTime.parse(text, MOMENT)
                        : LocalDate.parse(text).atStartOfDay();
                yield ofSeconds(seconds(moment), type);
            }
            case TEXT, OTHER -> text;
        };
    }
}
