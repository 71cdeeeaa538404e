package io.dronedelivery.delivery.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The hash function, looked up once. */
final class Sha256 {

    private static final MessageDigest DIGEST = digest();

    private Sha256() {}

    /** 64 lower-case hexadecimal digits. */
    static String hex(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(((MessageDigest) DIGEST.clone()).digest(bytes));
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("The JDK's own digests can be cloned", e);
        }
    }

    static String hex(String text) {
        return hex(text.getBytes(StandardCharsets.UTF_8));
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JDK has SHA-256", e);
        }
    }
}
