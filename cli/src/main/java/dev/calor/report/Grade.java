package dev.calor.report;

/** What to think of a score, in a word and a sign. The limits are rules of thumb, and the page says which. */
enum Grade {
    GOOD("good", "✓"),
    FAIR("fair", "~"),
    POOR("look closer", "!"),
    /** A figure that others report, too blind to grade by. */
    SHOWN("for comparison", "·"),
    NONE("not measured", "·");

    private final String word;
    private final String sign;

    Grade(String word, String sign) {
        this.word = word;
        this.sign = sign;
    }

    String word() {
        return word;
    }

    String sign() {
        return sign;
    }

    /** The class of the style sheet. */
    String kind() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Of a score that is better the higher it is. */
    static Grade atLeast(double good, double fair, double score) {
        return Double.isNaN(score) ? NONE : score >= good ? GOOD : score >= fair ? FAIR : POOR;
    }

    /** The worse of two grades of one thing. */
    static Grade worse(Grade first, Grade second) {
        return first.compareTo(second) > 0 ? first : second;
    }

    /** Of a score that is better the lower it is. */
    static Grade atMost(double good, double fair, double score) {
        return atLeast(-good, -fair, -score);
    }
}
