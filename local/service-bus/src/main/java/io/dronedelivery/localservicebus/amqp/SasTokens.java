package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.EntityPath;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Shared access signatures: {@code SharedAccessSignature sr=<resource>&sig=<signature>&se=<expiry>&skn=<key name>}, signed with HMAC-SHA256
 * over the encoded resource, a line feed and the expiry in epoch seconds.
 */
public final class SasTokens {
    private static final String PREFIX = "SharedAccessSignature ";

    private final String keyName;
    private final String key;
    private final Mac mac;

    /** Checks tokens that were signed with this key. Used by one thread. */
    public SasTokens(String keyName, String key) {
        this.keyName = keyName;
        this.key = key;
        try {
            mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("HMAC-SHA256 is part of every Java platform", e);
        }
    }

    /**
     * Checks a token for the audience.
     *
     * @return when it expires, epoch milliseconds
     * @throws BrokerRefusal when the token is invalid
     */
    public long check(String token, String audience, long nowMillis) {
        Map<String, String> fields = fields(token);
        String resource = field(fields, "sr");
        String expiry = field(fields, "se");
        if (!keyName.equals(decode(field(fields, "skn")))) {
            throw unauthorized("the key name '%s' is unknown".formatted(decode(field(fields, "skn"))));
        }
        byte[] expected = Base64.getEncoder()
                .encode(mac.doFinal((resource + "\n" + decode(expiry)).getBytes(StandardCharsets.UTF_8)));
        byte[] given = decode(field(fields, "sig")).getBytes(StandardCharsets.UTF_8);
        if (!MessageDigest.isEqual(expected, given)) {
            throw unauthorized("the token has an invalid signature");
        }
        long expiresAt = expiryMillis(decode(expiry));
        if (expiresAt <= nowMillis) {
            throw unauthorized("the token is expired");
        }
        if (!covers(EntityPath.canonical(withoutQuery(decode(resource))), EntityPath.canonical(audience))) {
            throw unauthorized("the token is for '%s', not for '%s'".formatted(decode(resource), audience));
        }
        return expiresAt;
    }

    /** Some administration clients sign the address of a request as it is. */
    private static String withoutQuery(String address) {
        int query = address.indexOf('?');
        return query < 0 ? address : address.substring(0, query);
    }

    static boolean isSignature(String token) {
        return token.startsWith(PREFIX);
    }

    /** Whether name and key are correct, for SASL PLAIN. */
    boolean isKey(String name, String candidate) {
        return keyName.equals(name)
                && MessageDigest.isEqual(
                        key.getBytes(StandardCharsets.UTF_8), candidate.getBytes(StandardCharsets.UTF_8));
    }

    /** Whether a permission for a path covers another path. It covers everything below it. */
    static boolean covers(String granted, String wanted) {
        return granted.isEmpty()
                || wanted.equals(granted)
                || wanted.startsWith(granted.endsWith("/") ? granted : granted + "/");
    }

    private static Map<String, String> fields(String token) {
        if (!isSignature(token)) {
            throw unauthorized("the token does not begin with '" + PREFIX.trim() + "'");
        }
        Map<String, String> fields = new HashMap<>();
        for (String pair : token.substring(PREFIX.length()).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                fields.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        return fields;
    }

    private static String field(Map<String, String> fields, String name) {
        String value = fields.get(name);
        if (value == null) {
            throw unauthorized("the token has no field '%s'".formatted(name));
        }
        return value;
    }

    private static long expiryMillis(String seconds) {
        try {
            return Math.multiplyExact(Long.parseLong(seconds), 1000L);
        } catch (NumberFormatException | ArithmeticException e) {
            throw unauthorized("the token's expiry '%s' is no number of seconds".formatted(seconds));
        }
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw unauthorized("the token is not URL-encoded");
        }
    }

    private static BrokerRefusal unauthorized(String why) {
        return new BrokerRefusal(Conditions.UNAUTHORIZED, "Unauthorized access: " + why + ".");
    }
}
