package dev.calor.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.calor.random.RandomStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FreshTextsTest {
    private static final RandomStream RANDOM = RandomStream.of(1).child("names");

    private static List<String> made(List<String> real, int count) {
        return FreshTexts.of(null, real).make(count, RANDOM);
    }

    @Test
    @DisplayName("If every text but one of a shape is taken, that one is generated, and then longer ones")
    void noneIsReal() {
        List<String> codes = new ArrayList<>();
        for (int i = 0; i < 260; i++) {
            codes.add("" + (char) ('A' + i / 10) + i % 10);
        }
        for (int free : new int[] {0, 137, 259}) {
            List<String> real = new ArrayList<>(codes);
            String left = real.remove(free);
            List<String> made = made(real, 50);
            assertTrue(made.get(0).startsWith(left), made.toString());
            assertEquals(50, new HashSet<>(made).size());
            assertTrue(made.stream().noneMatch(real::contains));
        }
        assertTrue(made(codes, 50).stream().allMatch(text -> text.matches("[A-Z]\\d\\d+") && !codes.contains(text)));
    }

    @Test
    @DisplayName(
            "The common part of all values is kept, the rest keeps its format: digits for digits, letters for letters of any script")
    void look() {
        List<String> made = made(List.of("CUST-0012/ab", "CUST-0077/zz"), 20);
        assertTrue(made.stream().allMatch(text -> text.matches("CUST-\\d{4}/[a-z]{2}")), made.toString());
        made = made(List.of("Мария-7", "Сергей-8"), 5);
        assertTrue(made.stream().allMatch(text -> text.matches("[A-Z][a-z]{4}-\\d.*")), made.toString());
        made = made(List.of("3f2b8c1e-9d4a", "0a1b2c3d-4e5f"), 20);
        assertTrue(made.stream().allMatch(text -> text.matches("[0-9a-f]{8}-[0-9a-f]{4}")), made.toString());
        assertTrue(made(List.of("a\\b", "c\\d"), 3).stream().allMatch(text -> text.contains("\\")));
    }

    @Test
    @DisplayName("Whole numbers are counted on, with their zeros")
    void counted() {
        assertEquals(List.of("0078", "0079"), made(List.of("0012", "0077"), 2));
        assertEquals(List.of("1001", "1002"), made(List.of("7", "1000"), 2));
    }

    private static List<String> real(PersonalData kind) {
        return IntStream.range(0, 300)
                .mapToObj(i -> switch (kind) {
                    case EMAIL -> "anna.lee" + i + (i % 2 == 0 ? "@example.com" : "@mail.de");
                    case IBAN -> iban("DE", 37040044L * 10_000_000_000L + i);
                    case CARD -> card("411111111111" + (100 + i));
                    case IP -> i % 16 + 240 + ".0.2." + i % 256;
                    case SSN -> String.format("%03d-12-3456", 100 + i);
                    case PHONE -> String.format("+49 30 %07d", i * 7919);
                    case ADDRESS -> i + " Maple Street, Springfield";
                    case NAME -> List.of("Ann", "Bo", "Cy").get(i % 3) + " Smith" + "abc".charAt(i % 3);
                })
                .toList();
    }

    private static String iban(String country, long account) {
        int check = 98 - PersonalData.ibanRemainder(country + "00" + account);
        return country + String.format("%02d", check) + account;
    }

    private static String card(String fifteen) {
        return IntStream.range(0, 10)
                .mapToObj(digit -> fifteen + digit)
                .filter(text -> PersonalData.luhn(text) == 0)
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(PersonalData.class)
    @DisplayName(
            "Generated personal data have the format of their kind, differ from each other, and equal no real value")
    void personal(PersonalData kind) {
        List<String> real = real(kind);
        assertTrue(real.stream().allMatch(text -> kind.looksLike(text, true)), real.get(0));
        FreshTexts fresh = FreshTexts.of(kind, real);
        List<String> made = fresh.make(2_000, RANDOM);
        Set<String> all = new HashSet<>(made);
        assertEquals(2_000, all.size());
        assertTrue(real.stream().noneMatch(all::contains));
        for (String text : made) {
            assertTrue(kind.looksLike(text, true), text);
        }
        for (String text : real) {
            assertFalse(fresh.shape().contains(text), "the model would hold a real value");
        }
        assertEquals(made, fresh.make(2_000, RANDOM), "the same stream makes the same texts");
    }

    @Test
    @DisplayName("Numbers of cards and accounts have the check digits of real ones")
    void checkDigits() {
        assertEquals(1, PersonalData.ibanRemainder("GB82WEST12345698765432")); // ISO 13616's own example
        assertEquals(0, PersonalData.luhn("79927398713")); // the usual example of Luhn's
        for (String text :
                FreshTexts.of(PersonalData.IBAN, real(PersonalData.IBAN)).make(100, RANDOM)) {
            assertEquals(1, PersonalData.ibanRemainder(text));
            assertTrue(text.startsWith("DE"), text);
        }
        for (String text :
                FreshTexts.of(PersonalData.CARD, real(PersonalData.CARD)).make(100, RANDOM)) {
            assertEquals(0, PersonalData.luhn(text));
        }
    }
}
