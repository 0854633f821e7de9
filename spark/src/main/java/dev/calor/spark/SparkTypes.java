package dev.calor.spark;

import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DecimalType;
import org.jspecify.annotations.Nullable;

/** Types of columns: Spark's, and the SQL names by which a schema remembers them. */
final class SparkTypes {
    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

    private SparkTypes() {}

    /** Kinds of types. A model learned from values of one kind is not applied to values of another. */
    enum Kind {
        NUMBER,
        TRUTH,
        TIME,
        TEXT,
        /** Structures, arrays, maps, bytes: not learned. */
        OTHER
    }

    static Kind kind(DataType type) {
        String name = type.typeName();
        if (name.startsWith("decimal")) {
            return Kind.NUMBER;
        }
        return switch (name) {
            case "byte", "short", "integer", "long", "float", "double" -> Kind.NUMBER;
            case "boolean" -> Kind.TRUTH;
            case "date", "timestamp", "timestamp_ntz" -> Kind.TIME;
            case "string", "void" -> Kind.TEXT;
            default -> name.startsWith("varchar") || name.startsWith("char") ? Kind.TEXT : Kind.OTHER;
        };
    }

    /** The SQL name of a type; null for text. */
    static @Nullable String stored(DataType type) {
        if (type instanceof DecimalType decimal) {
            return "DECIMAL(" + decimal.precision() + "," + decimal.scale() + ")";
        }
        return switch (type.typeName()) {
            case "byte" -> "TINYINT";
            case "short" -> "SMALLINT";
            case "integer" -> "INTEGER";
            case "long" -> "BIGINT";
            case "float" -> "FLOAT";
            case "double" -> "DOUBLE";
            case "boolean" -> "BOOLEAN";
            case "date" -> "DATE";
            case "timestamp" -> "TIMESTAMP WITH TIME ZONE";
            case "timestamp_ntz" -> "TIMESTAMP";
            default -> null;
        };
    }

    /** The type of drawn values of a column: the one it was learned with. Of text files, plain numbers become numbers, the rest stays text. */
    static DataType of(ColumnSchema column) {
        String stored = column.stored();
        if (stored == null) {
            boolean plain = column.format() == null;
            return column.type() == ColumnType.NUMERIC && plain
                    ? DataTypes.DoubleType
                    : column.type() == ColumnType.INTEGER && plain ? DataTypes.LongType : DataTypes.StringType;
        }
        Matcher decimal = DECIMAL.matcher(stored);
        if (decimal.matches()) {
            return DataTypes.createDecimalType(Integer.parseInt(decimal.group(1)), Integer.parseInt(decimal.group(2)));
        }
        return switch (stored) {
            case "TINYINT" -> DataTypes.ByteType;
            case "SMALLINT", "UTINYINT" -> DataTypes.ShortType;
            case "INTEGER", "USMALLINT" -> DataTypes.IntegerType;
            case "BIGINT", "UINTEGER" -> DataTypes.LongType;
            case "UBIGINT", "HUGEINT", "UHUGEINT" -> DataTypes.createDecimalType(38, 0);
            case "FLOAT" -> DataTypes.FloatType;
            case "DOUBLE" -> DataTypes.DoubleType;
            case "BOOLEAN" -> DataTypes.BooleanType;
            case "DATE" -> DataTypes.DateType;
            case "TIMESTAMP WITH TIME ZONE" -> DataTypes.TimestampType;
            case "TIMESTAMP", "TIMESTAMP_S", "TIMESTAMP_MS", "TIMESTAMP_NS" -> DataTypes.TimestampNTZType;
            default -> DataTypes.StringType;
        };
    }

    /** Whether a column accepts values of a type: those of its own kind, or, where it was learned from text, any kind that its texts could be. */
    static boolean fits(ColumnSchema column, DataType type) {
        Kind found = kind(type);
        if (column.stored() != null) {
            return found == kind(of(column));
        }
        return switch (column.type()) {
            case NUMERIC, INTEGER -> found == Kind.NUMBER || found == Kind.TEXT;
            case DATETIME -> found == Kind.TIME || found == Kind.TEXT;
            case CATEGORICAL, ORDINAL, CYCLIC, BOOLEAN, CONSTANT, IDENTIFIER -> found != Kind.OTHER;
        };
    }
}
