package dev.calor.spark;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret that only the driver and the tasks of one run know. Spark sends it with the tasks. Their own connections carry only codes
 * that prove knowledge of it.
 */
record Secret(String text) implements Serializable {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;

    /** A secret of 256 random bits. */
    static Secret random() {
        return new Secret(nonce());
    }

    /** A random text that is used once. */
    static String nonce() {
        byte[] random = new byte[BYTES];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** A code of 32 bytes that can be computed for this question only with the secret. */
    byte[] answer(String question) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(text.getBytes(StandardCharsets.US_ASCII), ALGORITHM));
            return mac.doFinal(question.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException absent) {
            throw new IllegalStateException(absent); // every Java has it
        }
    }

    /** Not the secret: logs are read by others. */
    @Override
    public String toString() {
        return "a secret";
    }
}
