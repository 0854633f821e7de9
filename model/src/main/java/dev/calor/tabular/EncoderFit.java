package dev.calor.tabular;

import dev.calor.table.Column;
import dev.calor.table.ColumnSchema;
import dev.calor.table.ColumnType;
import dev.calor.table.FreshTexts;
import dev.calor.table.Schema;
import dev.calor.table.Table;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Statistics of the columns of a table that is read in parts, from which its encoder is fitted. Statistics of parts
 * merge into those of the whole. They are exact, and the encoder the same as for the whole table, for columns of levels
 * and for columns with at most {@value NumberCounts#MOST} different numbers; the distribution function of others is
 * that of a {@link QuantileSketch}.
 *
 * <p>Of identifiers at most {@value #MOST_TEXTS} different texts are kept: generated texts differ from these.
 */
public final class EncoderFit implements Serializable {
    private static final long serialVersionUID = 1;

    static final int MOST_TEXTS = 1 << 16;

    private final ArrayList<ColumnFit> columns = new ArrayList<>();
    private long rows;

    /**
     * Statistics without rows.
     *
     * @param sketches for columns of very many different numbers
     */
    public EncoderFit(Schema schema, QuantileSketch.Factory sketches) {
        schema.columns().forEach(column -> columns.add(new ColumnFit(column, sketches)));
    }

    /** The statistics of one column; which are used depends on its type. */
    private static final class ColumnFit implements Serializable {
        private static final long serialVersionUID = 1;

        private final boolean dates;
        private final long[] levels;
        private final LinkedHashSet<String> texts = new LinkedHashSet<>();
        private final NumberCounts numbers; // of dates: weeks
        private final NumberCounts seconds;
        private boolean timed;
        private double minimum = Double.POSITIVE_INFINITY;
        private double maximum = Double.NEGATIVE_INFINITY;
        private long missing;

        ColumnFit(ColumnSchema schema, QuantileSketch.Factory sketches) {
            dates = schema.type() == ColumnType.DATETIME;
            levels = new long[schema.levels().size()];
            numbers = new NumberCounts(sketches);
            seconds = new NumberCounts(sketches);
        }

        void add(Column column) {
            if (column instanceof Column.Codes codes) {
                for (int code : codes.codes()) {
                    if (code != Column.MISSING) {
                        levels[code]++;
                    }
                }
            } else if (column instanceof Column.Numbers some) {
                for (double value : some.values()) {
                    add(value);
                }
            } else if (column instanceof Column.Texts some) {
                for (String text : some.values()) {
                    if (text != null && texts.size() < MOST_TEXTS) {
                        texts.add(text);
                    }
                }
            }
            for (int row = 0; row < column.rows(); row++) {
                missing += column.isMissing(row) ? 1 : 0;
            }
        }

        private void add(double value) {
            if (Double.isNaN(value)) {
                return;
            }
            minimum = Math.min(minimum, value);
            maximum = Math.max(maximum, value);
            if (dates) {
                numbers.add(DateCodec.week(value));
                seconds.add(DateCodec.second(value));
                timed |= DateCodec.isTimed(value);
            } else {
                numbers.add(value);
            }
        }

        void merge(ColumnFit other) {
            for (int level = 0; level < levels.length; level++) {
                levels[level] += other.levels[level];
            }
            for (String text : other.texts) {
                if (texts.size() < MOST_TEXTS) {
                    texts.add(text);
                }
            }
            numbers.merge(other.numbers);
            seconds.merge(other.seconds);
            timed |= other.timed;
            minimum = Math.min(minimum, other.minimum);
            maximum = Math.max(maximum, other.maximum);
            missing += other.missing;
        }

        /** The codec that {@link TableEncoder#fit} fits to the whole column. */
        ColumnCodec codec(ColumnSchema schema, TabularMethod method, long rows) {
            if (!schema.type().isLearned() || missing == rows) {
                return new Unlearned(schema, FreshTexts.of(schema.personal(), new ArrayList<>(texts)));
            }
            if (dates) {
                return new DateCodec(schema, numbers.quantiles(), timed ? seconds.quantiles() : null, missing > 0);
            }
            if (!schema.type().isNumber()) {
                return new LevelCodec(schema, method.structure(), levels, missing > 0);
            }
            FewValues few = method.statesForFewValues() ? numbers.few(schema) : null;
            return few == null
                    ? new NumberCodec(schema, numbers.quantiles(), missing > 0, method.drawsNumbers())
                    : ValueCodec.of(schema, few, missing > 0, method.structure());
        }

        /** The schema with the exact range of points in time. */
        ColumnSchema schema(ColumnSchema column) {
            return !dates || !(minimum <= maximum)
                    ? column
                    : new ColumnSchema(
                            column.name(),
                            column.type(),
                            column.levels(),
                            column.missingTokens(),
                            column.missing(),
                            minimum,
                            maximum,
                            column.decimals(),
                            column.leastDecimals(),
                            column.format(),
                            column.stored(),
                            column.reason());
        }
    }

    /**
     * Adds rows.
     *
     * @throws IllegalArgumentException if the table has not as many columns
     */
    public void add(Table table) {
        if (table.columns().size() != columns.size()) {
            throw new IllegalArgumentException(
                    "a table of " + table.columns().size() + " columns for statistics of " + columns.size());
        }
        for (int k = 0; k < columns.size(); k++) {
            columns.get(k).add(table.columns().get(k));
        }
        rows += table.rows();
    }

    /**
     * Adds the rows of other statistics, and returns these.
     *
     * @throws IllegalArgumentException if they are of other columns
     */
    public EncoderFit merge(EncoderFit other) {
        if (other.columns.size() != columns.size()) {
            throw new IllegalArgumentException(
                    "statistics of " + other.columns.size() + " columns for those of " + columns.size());
        }
        for (int k = 0; k < columns.size(); k++) {
            columns.get(k).merge(other.columns.get(k));
        }
        rows += other.rows;
        return this;
    }

    /** The number of rows. */
    public long rows() {
        return rows;
    }

    /** The names of columns whose distribution functions come from sketches. */
    public List<String> sketched(Schema schema) {
        List<String> names = new ArrayList<>();
        for (int k = 0; k < columns.size(); k++) {
            if (!columns.get(k).numbers.isExact() || !columns.get(k).seconds.isExact()) {
                names.add(schema.names().get(k));
            }
        }
        return names;
    }

    TableEncoder encoder(Schema schema, TabularMethod method) {
        List<ColumnSchema> schemas = new ArrayList<>();
        List<ColumnCodec> codecs = new ArrayList<>();
        for (int k = 0; k < columns.size(); k++) {
            ColumnSchema column = columns.get(k).schema(schema.columns().get(k));
            schemas.add(column);
            codecs.add(columns.get(k).codec(column, method, rows));
        }
        return new TableEncoder(schema.with(schemas), codecs).requireLearned();
    }
}
