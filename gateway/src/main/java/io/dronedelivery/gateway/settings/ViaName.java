package io.dronedelivery.gateway.settings;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The name of a gateway in the field Via, by which it recognises its own requests when they come back. By default it is made from all of
 * {@code gateway.*}: requests between two gateways with the same settings would loop for ever, and gateways with different jobs differ in their
 * settings.
 */
public final class ViaName {

    private static final String PREFIX = "drone-delivery-gateway-";
    private static final int BYTES = 6;

    private ViaName() {}

    public static String of(GatewayProperties settings) {
        String name = settings.via();
        if (name != null) {
            return name;
        }
        byte[] text = settings.toString().getBytes(StandardCharsets.UTF_8);
        return PREFIX + HexFormat.of().formatHex(sha256(text), 0, BYTES);
    }

    private static byte[] sha256(byte[] text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every JVM has SHA-256", e);
        }
    }
}
