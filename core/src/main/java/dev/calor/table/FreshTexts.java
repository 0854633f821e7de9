package dev.calor.table;

import dev.calor.random.RandomStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Generates texts that replace the values of an identifier or of personal data. They have the format of the real
 * values, but none equals a real value. Only the common part of the real values, the format of one of them, and a mark
 * are kept.
 *
 * @param kind the kind of personal data; null for any text
 * @param shape the format of a text: 0 for a digit, a and A for letters, x for a hexadecimal digit; a backslash
 *     precedes literal characters
 * @param mark what every generated text contains and no real value does: for words a piece of text; for shapes the
 *     first letters and digits, in lower case; {@value #COUNTED} if whole numbers are counted on from the shape
 */
public record FreshTexts(@Nullable PersonalData kind, String shape, String mark) {
    private static final String COUNTED = "+";
    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,18}");
    private static final Pattern HEXADECIMAL = Pattern.compile("(?=.*[a-f])(?=.*\\d)[0-9a-f-]{8,}");
    private static final Pattern RUN = Pattern.compile("[Aa]+|0+");
    private static final int ATTEMPTS = 20;

    private static final List<String> SYLLABLES = List.of(
            "ba", "bel", "co", "da", "del", "dor", "el", "fa", "fen", "gal", "go", "ha", "hel", "in", "ka", "ken", "la",
            "len", "lo", "ma", "mer", "mi", "na", "nor", "o", "pa", "pel", "ra", "rin", "ro", "sa", "sel", "ta", "tam",
            "ti", "va", "ven", "vi", "wen", "zo");

    /** The generator for these real values. */
    public static FreshTexts of(@Nullable PersonalData kind, Collection<@Nullable String> values) {
        Set<String> real = new HashSet<>();
        String sample = "";
        boolean like = false;
        for (String value : values) {
            if (value != null && !value.isEmpty()) {
                boolean better = sample.isEmpty() || (!like && kind != null && kind.looksLike(value, true));
                like |= kind != null && kind.looksLike(value, true);
                sample = better ? value : sample;
                real.add(value);
            }
        }
        if (kind != null && !like) {
            return of(null, values);
        }
        if (kind == null
                && !real.isEmpty()
                && real.stream().allMatch(value -> WHOLE.matcher(value).matches())) {
            return counted(real);
        }
        if (kind != null && (kind == PersonalData.IP || kind.isWorded())) {
            String shape = kind == PersonalData.IP ? (sample.contains(":") ? "x:x" : "0.0") : mask(sample);
            return new FreshTexts(kind, shape, freeMark(kind, shape, real));
        }
        return shaped(kind, sample, real);
    }

    private static FreshTexts counted(Set<String> real) {
        long most = 0;
        int digits = 1;
        for (String value : real) {
            most = Math.max(most, Long.parseLong(value));
            digits = value.startsWith("0") ? Math.max(digits, value.length()) : digits;
        }
        return new FreshTexts(null, padded(most, digits), COUNTED);
    }

    /** A number with at least this many digits: 000123. */
    private static String padded(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(0, digits - text.length())) + text;
    }

    /** A shape with a beginning that no real value has. */
    private static FreshTexts shaped(@Nullable PersonalData kind, String sample, Set<String> real) {
        int fixed = kind == PersonalData.IBAN ? Math.min(4, sample.length()) : commonPrefix(sample, real);
        boolean hexadecimal =
                real.stream().allMatch(value -> HEXADECIMAL.matcher(value).matches());
        String rest = mask(sample.substring(fixed));
        StringBuilder shape = new StringBuilder();
        sample.substring(0, fixed).chars().forEach(c -> shape.append('\\').append((char) c));
        shape.append(hexadecimal && !real.isEmpty() ? rest.replaceAll("[Aa0]", "x") : rest);
        Set<String> begins = new HashSet<>();
        real.forEach(value -> begins.add(variable(value.substring(Math.min(fixed, value.length())))));
        for (int length = 1; ; length++) {
            while (places(shape.toString()).length() < length) {
                shape.append('0'); // too short for a text of its own
            }
            String mark = freeBeginning(places(shape.toString()).substring(0, length), begins);
            if (mark != null) {
                return new FreshTexts(kind, shape.toString(), mark);
            }
        }
    }

    /**
     * The length of the common prefix of all values, without digits at its end: that of CUST- for CUST-0012 and
     * CUST-0077; 0 for a single value.
     */
    private static int commonPrefix(String sample, Set<String> real) {
        int length = real.size() < 2 ? 0 : sample.length();
        for (String value : real) {
            int same = 0;
            while (same < length && same < value.length() && value.charAt(same) == sample.charAt(same)) {
                same++;
            }
            length = same;
        }
        while (length > 0 && Character.isDigit(sample.charAt(length - 1))) {
            length--;
        }
        return length;
    }

    /** The letters and digits of a text, in lower case. */
    private static String variable(String text) {
        StringBuilder kept = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (Character.isLetterOrDigit(text.charAt(i))) {
                kept.append(Character.toLowerCase(text.charAt(i)));
            }
        }
        return kept.toString();
    }

    /** The places of a shape that vary. */
    private static String places(String shape) {
        return shape.replaceAll("\\\\.|[^Aa0x]", "");
    }

    /** The last text of these places that no value begins with; null if there is none. */
    private static @Nullable String freeBeginning(String places, Set<String> values) {
        Set<String> taken = new HashSet<>();
        for (String value : values) {
            if (value.length() >= places.length()) {
                taken.add(value.substring(0, places.length()));
            }
        }
        char[] text = new char[places.length()];
        for (int i = 0; i < text.length; i++) {
            text[i] = last(places.charAt(i));
        }
        while (taken.contains(new String(text))) {
            int i = text.length - 1;
            while (i >= 0 && text[i] == (places.charAt(i) == 'a' || places.charAt(i) == 'A' ? 'a' : '0')) {
                text[i] = last(places.charAt(i));
                i--;
            }
            if (i < 0) {
                return null;
            }
            text[i] = text[i] == 'a' ? '9' : (char) (text[i] - 1);
        }
        return new String(text);
    }

    private static char last(char place) {
        return place == '0' ? '9' : place == 'x' ? 'f' : 'z';
    }

    /** The shape of a text: Aa-00 for Ab-12. */
    private static String mask(String text) {
        StringBuilder mask = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isDigit(c)) {
                mask.append('0');
            } else if (Character.isLetter(c) || Character.isSurrogate(c)) {
                mask.append(Character.isUpperCase(c) ? 'A' : 'a');
            } else if (c == '\\') {
                mask.append("\\\\");
            } else {
                mask.append(c);
            }
        }
        return mask.toString();
    }

    /** The first mark that is in no real value. */
    private static String freeMark(PersonalData kind, String shape, Set<String> real) {
        for (int i = 0; ; i++) {
            String mark = candidate(kind, shape, i);
            if (real.stream().noneMatch(value -> value.toLowerCase(Locale.ROOT).contains(mark))) {
                return mark;
            }
        }
    }

    private static String candidate(PersonalData kind, String shape, int i) {
        if (kind == PersonalData.EMAIL) {
            List<String> reserved = List.of("@example.com", "@example.org", "@example.net"); // RFC 2606
            return i < reserved.size() ? reserved.get(i) : "@mail" + i + ".example";
        }
        if (kind == PersonalData.IP) { // RFC 3849 and 1112: addresses nobody has
            return shape.contains(":")
                    ? "2001:db8:" + (i == 0 ? "" : i + ":")
                    : i < 16 ? (240 + i) + "." : "0." + i + ".";
        }
        String text = "";
        for (int left = i + SYLLABLES.size(); left > 0; left /= SYLLABLES.size()) {
            text += SYLLABLES.get(left % SYLLABLES.size());
        }
        return text;
    }

    /** Generates this many different texts. */
    public List<String> make(int count, RandomStream random) {
        Set<String> used = new HashSet<>();
        List<String> texts = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            String text = mark.equals(COUNTED) ? padded(Long.parseLong(shape) + 1 + row, shape.length()) : "";
            for (int attempt = 0; text.isEmpty() || (!used.add(text) && !mark.equals(COUNTED)); attempt++) {
                // Formats too short for this many texts are lengthened.
                text = made(random.child(row).child(attempt), attempt > ATTEMPTS ? Integer.toString(row) : "");
            }
            texts.add(text);
        }
        return texts;
    }

    private String made(RandomStream random, String more) {
        if (kind == PersonalData.EMAIL) {
            return word(random, 2) + "." + word(random, 2) + random.nextInt(100) + more + mark;
        }
        if (kind == PersonalData.IP) {
            return address(random);
        }
        if (kind != null && kind.isWorded()) {
            return words(random) + (more.isEmpty() ? "" : " " + more);
        }
        String text = filled(random) + more;
        return kind == PersonalData.CARD ? withLuhn(text) : kind == PersonalData.IBAN ? withCheckDigits(text) : text;
    }

    private static String word(RandomStream random, int syllables) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < syllables; i++) {
            word.append(SYLLABLES.get(random.nextInt(SYLLABLES.size())));
        }
        return word.toString();
    }

    private String address(RandomStream random) {
        StringBuilder text = new StringBuilder(mark);
        boolean six = shape.contains(":");
        char separator = six ? ':' : '.';
        int groups = six ? 8 : 4;
        for (long k = mark.chars().filter(c -> c == separator).count(); k < groups; k++) {
            text.append(six ? Integer.toHexString(random.nextInt(1 << 16)) : Integer.toString(random.nextInt(256)))
                    .append(k + 1 < groups ? String.valueOf(separator) : "");
        }
        return text.toString();
    }

    /** Random words replace words and random numbers replace numbers; the last word ends with the mark. */
    private String words(RandomStream random) {
        StringBuilder text = new StringBuilder();
        Matcher run = RUN.matcher(shape);
        int lastWord = -1;
        while (run.find()) {
            lastWord = shape.charAt(run.start()) == '0' ? lastWord : run.start();
        }
        run.reset();
        while (run.find()) {
            run.appendReplacement(text, ""); // text between runs stays as it is
            String found = run.group();
            if (found.startsWith("0")) {
                text.append(1 + random.nextInt(9));
                found.chars().skip(1).forEach(digit -> text.append(random.nextInt(10)));
            } else if (run.start() == lastWord) {
                text.append(cased(word(random, 2) + mark, found));
            } else {
                text.append(cased(found.length() == 1 ? word(random, 1).substring(0, 1) : word(random, 2), found));
            }
        }
        run.appendTail(text);
        return lastWord < 0 ? text + mark : text.toString().replace("\\\\", "\\");
    }

    private static String cased(String word, String like) {
        if (like.length() > 1 && like.indexOf('a') < 0) {
            return word.toUpperCase(Locale.ROOT);
        }
        return like.charAt(0) == 'A' ? word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) : word;
    }

    /** A text of the shape, its first letters and digits those of the mark. */
    private String filled(RandomStream random) {
        StringBuilder text = new StringBuilder();
        int place = 0;
        for (int i = 0; i < shape.length(); i++) {
            char c = shape.charAt(i);
            if (c == '\\') {
                text.append(shape.charAt(++i));
            } else if (c == '0' || c == 'a' || c == 'A' || c == 'x') {
                char drawn = place < mark.length() ? mark.charAt(place) : drawn(c, random);
                text.append(c == 'A' ? Character.toUpperCase(drawn) : drawn);
                place++;
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static char drawn(char place, RandomStream random) {
        return place == '0'
                ? (char) ('0' + random.nextInt(10))
                : place == 'x' ? Character.forDigit(random.nextInt(16), 16) : (char) ('a' + random.nextInt(26));
    }

    private static String withLuhn(String text) {
        int last = text.length() - 1;
        int wrong = PersonalData.luhn(PersonalData.digits(text));
        int digit = Character.digit(text.charAt(last), 10);
        return digit < 0 ? text : text.substring(0, last) + (digit + 10 - wrong) % 10;
    }

    private static String withCheckDigits(String text) {
        String blank = text.substring(0, 2) + "00" + text.substring(4);
        int check = 98 - PersonalData.ibanRemainder(blank.replace(" ", ""));
        return text.substring(0, 2) + String.format(Locale.ROOT, "%02d", check) + text.substring(4);
    }
}
