package dev.calor.table;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Kinds of personal data: how they look, and which names of columns speak of them. Columns of these are not learned: their values are
 * made up by {@link FreshTexts}, never copied.
 */
public enum PersonalData {
    EMAIL("email addresses", true) {
        private final Pattern shape = Pattern.compile("[^\\s@,;]+@[^\\s@,;]+\\.\\p{L}{2,}");

        @Override
        boolean looksLike(String text, boolean named) {
            return text.indexOf('@') > 0 && shape.matcher(text).matches();
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("email", "mail", "emails");
        }
    },
    IBAN("bank accounts (IBAN)", false) {
        private final Pattern shape = Pattern.compile("\\p{Lu}{2}\\d{2}(?: ?[\\p{Lu}\\d]){11,30}");

        @Override
        boolean looksLike(String text, boolean named) {
            return text.length() >= 15
                    && shape.matcher(text).matches()
                    && (named || ibanRemainder(text.replace(" ", "")) == 1);
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("iban");
        }
    },
    CARD("payment cards", false) {
        private final Pattern shape = Pattern.compile("\\d(?:[ -]?\\d){12,18}");

        @Override
        boolean looksLike(String text, boolean named) {
            return text.length() >= 13
                    && shape.matcher(text).matches()
                    && luhn(digits(text)) == 0
                    && (named || (text.charAt(0) >= '3' && text.charAt(0) <= '6'));
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("card", "cc", "creditcard", "cardnumber", "pan");
        }
    },
    IP("IP addresses", false) {
        private final Pattern four = Pattern.compile("(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}");
        private final Pattern six =
                Pattern.compile("(?=(?:.*:){2})(?!.*::.*::)[0-9a-fA-F]{0,4}(?::[0-9a-fA-F]{0,4}){2,7}");
        private final Pattern clock = Pattern.compile("\\d{1,2}:\\d{2}:\\d{2}");

        @Override
        boolean looksLike(String text, boolean named) {
            return four.matcher(text).matches()
                    || (text.length() > 2
                            && six.matcher(text).matches()
                            && !clock.matcher(text).matches());
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("ip", "ipaddress", "ipv4", "ipv6");
        }
    },
    SSN("social security numbers", false) {
        private final Pattern shape = Pattern.compile("\\d{3}-\\d{2}-\\d{4}");
        private final Pattern loose = Pattern.compile("[\\d\\p{L}](?:[ .-]?[\\d\\p{L}]){6,16}");

        @Override
        boolean looksLike(String text, boolean named) {
            return shape.matcher(text).matches()
                    || (named && loose.matcher(text).matches());
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("ssn", "nino", "passport") || (name.has("social") && name.has("security"));
        }
    },
    PHONE("telephone numbers", false) {
        private final Pattern loose = Pattern.compile("\\+?[\\d() ./-]{6,24}(?: ?(?:x|ext\\.?) ?\\d{1,5})?");
        private final Pattern strict =
                Pattern.compile("\\+\\d[\\d() ./-]{6,22}|\\(\\d{3}\\) ?\\d{3}-\\d{4}|\\d{3}[.-]\\d{3}[.-]\\d{4}");

        @Override
        boolean looksLike(String text, boolean named) {
            if (!(named ? loose : strict).matcher(text).matches()) {
                return false;
            }
            int digits = digits(text).length();
            return digits >= 6 && digits <= 20 && (named || digits >= 8);
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("phone", "tel", "telephone", "mobile", "fax", "cell", "telefon", "phonenumber");
        }
    },
    ADDRESS("postal addresses", true) {
        private final Pattern english = Pattern.compile(
                "(?i)\\d+\\w? .*\\p{L}.*\\b(?:st|street|ave|avenue|rd|road|ln|lane|dr|drive|blvd|boulevard|way|court|ct|square)\\b.*");
        private final Pattern german =
                Pattern.compile("(?iU)[\\p{L} .-]+(?:str\\.|straße|strasse|weg|platz|allee) ?\\d+.*");
        private final Pattern loose = Pattern.compile("(?U)(?=.*\\p{L}).{3,200}");

        @Override
        boolean looksLike(String text, boolean named) {
            return named
                    ? loose.matcher(text).matches()
                    : english.matcher(text).matches() || german.matcher(text).matches();
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("address", "addr", "street", "adresse", "strasse", "straße")
                    && !name.has("ip", "mac", "email", "mail", "web", "type");
        }
    },
    NAME("names of people", true) {
        private final Pattern shape = Pattern.compile("(?U)\\p{L}[\\p{L}\\p{M} .,'’\"()-]{0,80}");

        @Override
        boolean looksLike(String text, boolean named) {
            return named && shape.matcher(text).matches();
        }

        @Override
        boolean isNamedBy(ColumnName name) {
            return name.has("surname", "forename", "firstname", "lastname", "fullname", "vorname", "nachname")
                    || (name.has("name")
                            && name.has(
                                    "first",
                                    "last",
                                    "given",
                                    "family",
                                    "full",
                                    "middle",
                                    "maiden",
                                    "customer",
                                    "client",
                                    "patient",
                                    "employee",
                                    "person",
                                    "user",
                                    "contact",
                                    "owner",
                                    "doctor",
                                    "student",
                                    "member",
                                    "passenger",
                                    "holder"));
        }
    };

    private final String words;
    private final boolean worded;

    PersonalData(String words, boolean worded) {
        this.words = words;
        this.worded = worded;
    }

    /** Whether a text looks like this; less is asked where the name of its column says so. */
    abstract boolean looksLike(String text, boolean named);

    abstract boolean isNamedBy(ColumnName name);

    /** In the plural, for reasons. */
    String words() {
        return words;
    }

    /** Whether values are words, which are made up as words and not letter by letter. */
    boolean isWorded() {
        return worded;
    }

    /** As it stands in a schema file. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The kind of a word in a schema file.
     *
     * @throws IllegalArgumentException if there is no such kind
     */
    static PersonalData named(String word) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equals(word))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("'" + word
                        + "' is not a kind of personal data: allowed are "
                        + String.join(
                                ", ",
                                Arrays.stream(values())
                                        .map(PersonalData::toString)
                                        .toList())));
    }

    static String digits(String text) {
        return text.replaceAll("\\D", "");
    }

    /** The sum of Luhn modulo ten: 0 for a valid number of a card. */
    static int luhn(String digits) {
        int sum = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(digits.length() - 1 - i) - '0';
            int doubled = i % 2 == 0 ? digit : 2 * digit;
            sum += doubled > 9 ? doubled - 9 : doubled;
        }
        return sum % 10;
    }

    /** An IBAN without spaces modulo 97 (ISO 13616): 1 where it is valid. */
    static int ibanRemainder(String iban) {
        StringBuilder digits = new StringBuilder();
        String turned = iban.substring(4) + iban.substring(0, 4);
        turned.chars().forEach(c -> digits.append(Character.digit(c, 36)));
        return new BigInteger(digits.toString()).mod(BigInteger.valueOf(97)).intValue();
    }
}
