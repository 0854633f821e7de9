package dev.calor.lab.tabular;

import dev.calor.random.RandomStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Tables that no setting was chosen by: they were written after the method was complete, and have what tables of offices, shops and
 * laboratories have. The rows of a seed never change.
 */
enum InventedTable {
    /**
     * Accounts: a limit, four facts about a person, six months of status, bills and payments, and whether the account failed. Most columns are
     * amounts; bills follow from the bills before, many payments are zero, and some are exactly the bill.
     */
    ACCOUNTS(
            27_000,
            "limit,sex,education,marriage,age," + numbered("status") + "," + numbered("bill") + "," + numbered("paid")
                    + ",failed") {
        @Override
        String row(RandomStream random) {
            double wealth = random.nextGaussian();
            double limit = 10_000 * clamp(Math.rint(14 * Math.exp(0.75 * wealth)), 1, 80);
            int education = 1 + among(random, 0.25 + 0.15 * wealth, 0.5, 0.2, 0.02);
            double age = Math.floor(21 + 8 * Math.exp(0.5 * random.nextGaussian() + 0.08 * wealth));
            int marriage = 1
                    + (random.nextDouble() < 1 / (1 + Math.exp((age - 32) / 5)) ? 1 : among(random, 0.93, 0.05, 0.02));
            double habit = random.nextGaussian() - 0.4 * wealth; // of owing
            double use = 1 / (1 + Math.exp(-1.5 * habit));
            int[] status = new int[MONTHS];
            double[] bill = new double[MONTHS];
            double[] paid = new double[MONTHS];
            double owed = habit < -1.2 ? 0 : Math.rint(limit * use * random.nextDouble());
            for (int month = 0; month < MONTHS; month++) {
                double spent = habit < -1.2 && random.nextDouble() < 0.6
                        ? 0
                        : Math.rint(limit * 0.06 * (0.2 + use) * Math.exp(random.nextGaussian()));
                boolean late = random.nextDouble() < 0.12 * use + (month > 0 && status[month - 1] > 0 ? 0.55 : 0);
                double least = Math.max(0, owed / 25);
                double whole = random.nextDouble() < 0.5 ? 1000 : 1;
                if (late) {
                    paid[month] = 0;
                    status[month] = month > 0 && status[month - 1] > 0 ? Math.min(8, status[month - 1] + 1) : 1;
                } else if (owed == 0) {
                    status[month] = -2;
                } else if (habit < -0.3) {
                    paid[month] = owed;
                    status[month] = -1;
                } else {
                    paid[month] = Math.min(
                            owed, whole * Math.rint(least * Math.exp(0.4 * Math.abs(random.nextGaussian())) / whole));
                }
                owed = owed - paid[month] + spent;
                bill[month] = owed;
            }
            boolean failed = random.nextDouble() < 1 / (1 + Math.exp(2 - 0.9 * status[MONTHS - 1] + 0.4 * wealth));
            return line(
                    limit, among(random, 0.4, 0.6) + 1, education, marriage, age, status, bill, paid, failed ? 1 : 0);
        }
    },

    /** Visits to a shop: counts of pages with the time spent on them, rates, the value of a page, mostly zero, and categories. */
    VISITS(
            11_100,
            "help,helpSeconds,news,newsSeconds,goods,goodsSeconds,bounces,exits,value,feast,month,system,browser,region,source,visitor,weekend,bought") {
        @Override
        String row(RandomStream random) {
            double interest = random.nextGaussian();
            boolean again = random.nextDouble() < 0.86;
            int month = among(random, 0.02, 0.15, 0.27, 0.03, 0.04, 0.04, 0.04, 0.05, 0.24, 0.12);
            int help = pages(random, 0.48 - 0.12 * interest, 3 + interest);
            int news = pages(random, 0.8 - 0.06 * interest, 1.8);
            int goods = (int) Math.floor(Math.exp(2.9 + 0.9 * interest + 0.4 * random.nextGaussian()));
            double goodsSeconds = goods == 0 ? 0 : goods * 32 * Math.exp(0.6 * random.nextGaussian());
            double bounces = goods < 3 && random.nextDouble() < 0.4
                    ? 0.2
                    : random.nextDouble() < 0.45 ? 0 : 0.4 * Math.exp(0.8 * random.nextGaussian()) / (5 + goods);
            double exits = bounces == 0.2
                    ? 0.2
                    : Math.min(0.2, bounces + 0.35 * Math.exp(0.5 * random.nextGaussian()) / (4 + goods));
            double value = random.nextDouble() < 0.12 + 0.14 / (1 + Math.exp(-1.5 * interest))
                    ? 12 * Math.exp(0.9 * random.nextGaussian() + 0.3 * interest)
                    : 0;
            int system = among(random, 0.53, 0.21, 0.2, 0.04, 0.015, 0.005);
            int browser = random.nextDouble() < 0.8 ? system % 3 : among(random, 0.4, 0.3, 0.1, 0.08, 0.06, 0.04, 0.02);
            double bought = 1 / (1 + Math.exp(3.2 - 0.12 * Math.min(value, 40) + 25 * exits - (month >= 8 ? 0.6 : 0)));
            return line(
                    help,
                    seconds(random, help, 45),
                    news,
                    seconds(random, news, 60),
                    goods,
                    round(goodsSeconds, 2),
                    round(bounces, 4),
                    round(exits, 4),
                    round(value, 3),
                    month == 1 || month == 2 ? among(random, 0.8, 0.04, 0.04, 0.05, 0.04, 0.03) / 5.0 : 0.0,
                    VISITED.get(month),
                    system + 1,
                    browser + 1,
                    among(random, 0.39, 0.09, 0.19, 0.1, 0.03, 0.07, 0.06, 0.03, 0.04) + 1,
                    again
                            ? among(random, 0.2, 0.32, 0.2, 0.1, 0.08, 0.06, 0.04) + 1
                            : among(random, 0.1, 0.5, 0.05, 0.05, 0.2, 0.1) + 1,
                    again ? "returning" : random.nextDouble() < 0.95 ? "new" : "other",
                    random.nextDouble() < 0.23,
                    random.nextDouble() < bought);
        }
    },

    /** Mussels: sizes and weights that nearly follow from each other, on the grid of the scales, and rings, an integer of few values. */
    MUSSELS(3_760, "sex,length,width,height,weight,flesh,organs,shell,rings") {
        @Override
        String row(RandomStream random) {
            double age = 1 + 7 * Math.exp(0.45 * random.nextGaussian());
            double length = clamp(0.72 * (1 - Math.exp(-age / 5)) + 0.06 * random.nextGaussian(), 0.08, 0.82);
            double width = length * (0.79 + 0.025 * random.nextGaussian());
            double height = length * (0.27 + 0.025 * random.nextGaussian());
            double weight = 19.5 * length * width * height * Math.exp(0.09 * random.nextGaussian());
            double flesh = weight * clamp(0.44 + 0.05 * random.nextGaussian(), 0.2, 0.6);
            double organs = weight * clamp(0.22 + 0.03 * random.nextGaussian(), 0.1, 0.3);
            double shell = (weight - flesh - organs) * clamp(0.83 + 0.06 * random.nextGaussian(), 0.6, 1);
            String sex = random.nextDouble() < 1 / (1 + Math.exp(14 * (length - 0.47)))
                    ? "young"
                    : random.nextDouble() < 0.53 ? "male" : "female";
            return line(
                    sex,
                    grid(length, 0.005),
                    grid(width, 0.005),
                    grid(height, 0.005),
                    grid(weight, 0.0005),
                    grid(flesh, 0.0005),
                    grid(organs, 0.0005),
                    grid(shell, 0.0005),
                    (int) clamp(Math.rint(age + 1.5 * Math.abs(random.nextGaussian())), 1, 29));
        }
    };

    private static final int MONTHS = 6;

    /** The months with visits. */
    private static final List<String> VISITED =
            List.of("Jan", "Mar", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec");

    private final int rows;
    private final String header;

    InventedTable(int rows, String header) {
        this.rows = rows;
        this.header = header;
    }

    /**
     * The table with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    static InventedTable named(String name) {
        return Arrays.stream(values())
                .filter(table -> table.toString().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + name + "' is not an invented table: there are "
                        + Arrays.stream(values()).map(InventedTable::toString).collect(Collectors.joining(", "))));
    }

    /** Its rows as CSV. */
    String csv(long seed) {
        RandomStream random = RandomStream.of(seed).child("invented").child(toString());
        return IntStream.range(0, rows)
                .mapToObj(row -> row(random.child(row)))
                .collect(Collectors.joining("\n", header + "\n", "\n"));
    }

    abstract String row(RandomStream random);

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static String numbered(String name) {
        return IntStream.rangeClosed(1, 6).mapToObj(i -> name + i).collect(Collectors.joining(","));
    }

    private static String line(Object... cells) {
        StringJoiner line = new StringJoiner(",");
        for (Object cell : cells) {
            if (cell instanceof int[] numbers) {
                Arrays.stream(numbers).forEach(number -> line.add(Integer.toString(number)));
            } else if (cell instanceof double[] amounts) {
                Arrays.stream(amounts).forEach(amount -> line.add(text(amount)));
            } else {
                line.add(cell instanceof Double number ? text(number) : cell.toString());
            }
        }
        return line.toString();
    }

    private static String text(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** An index with these probabilities; the last one has what is left. */
    private static int among(RandomStream random, double... probabilities) {
        double left = random.nextDouble();
        int index = 0;
        while (index < probabilities.length - 1 && left >= probabilities[index]) {
            left -= probabilities[index++];
        }
        return index;
    }

    /** A number of pages: none with this probability, else 1 and more, geometric with about this mean. */
    private static int pages(RandomStream random, double none, double mean) {
        return random.nextDouble() < none
                ? 0
                : 1 + (int) Math.floor(-Math.log(1 - random.nextDouble()) * Math.max(0.3, mean - 0.5));
    }

    private static double seconds(RandomStream random, int pages, double each) {
        return pages == 0 || random.nextDouble() < 0.05
                ? 0
                : round(pages * each * Math.exp(0.9 * random.nextGaussian()), 2);
    }

    private static double round(double number, int decimals) {
        double scale = Math.pow(10, decimals);
        return Math.rint(number * scale) / scale;
    }

    private static double grid(double number, double step) {
        return round(step * Math.max(1, Math.rint(number / step)), 4);
    }

    private static double clamp(double number, double least, double most) {
        return Math.max(least, Math.min(most, number));
    }
}
