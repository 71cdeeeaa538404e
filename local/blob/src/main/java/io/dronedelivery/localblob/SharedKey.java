package io.dronedelivery.localblob;

import com.sun.net.httpserver.Headers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks the signature of a request. Any thread may call it.
 *
 * @see <a href="https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key">Authorize with Shared Key</a>
 */
final class SharedKey {

    private static final Duration MOST_SKEW = Duration.ofMinutes(15);
    private static final List<String> SIGNED = List.of(
            "Content-Encoding",
            "Content-Language",
            "Content-Length",
            "Content-MD5",
            "Content-Type",
            "Date",
            "If-Modified-Since",
            "If-Match",
            "If-None-Match",
            "If-Unmodified-Since",
            "Range");

    private final String account;
    private final SecretKeySpec key;

    /** @param key in Base64 */
    SharedKey(String account, String key) {
        this.account = account;
        this.key = new SecretKeySpec(Base64.getDecoder().decode(key), "HmacSHA256");
    }

    /**
     * @param path as it was sent, still encoded
     * @param query decoded, by name in lower case
     */
    void check(String method, String path, Map<String, String> query, Headers headers) throws BlobRefusal {
        String authorization = headers.getFirst("Authorization");
        String expected = "SharedKey " + account + ":" + signature(method, path, query, headers);
        if (authorization == null || !same(authorization, expected)) {
            throw new BlobRefusal(
                    403,
                    "AuthenticationFailed",
                    "The Authorization header is missing or its signature is not that of the account " + account
                            + "; understood is SharedKey alone");
        }
        checkDate(headers.getFirst("x-ms-date") == null ? headers.getFirst("Date") : headers.getFirst("x-ms-date"));
    }

    private static boolean same(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
    }

    private static void checkDate(@Nullable String text) throws BlobRefusal {
        try {
            Instant sent = ZonedDateTime.parse(String.valueOf(text), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            if (Duration.between(sent, Instant.now()).abs().compareTo(MOST_SKEW) <= 0) {
                return;
            }
        } catch (DateTimeException e) {
            throw new BlobRefusal(403, "AuthenticationFailed", "The request has no date: " + e.getMessage());
        }
        throw new BlobRefusal(403, "AuthenticationFailed", "The request's date is more than 15 minutes from now");
    }

    private String signature(String method, String path, Map<String, String> query, Headers headers) {
        StringBuilder text = new StringBuilder(method).append('\n');
        for (String name : SIGNED) {
            String value = headers.getFirst(name);
            boolean emptied = value == null
                    || name.equals("Content-Length") && value.equals("0")
                    || name.equals("Date") && headers.containsKey("x-ms-date");
            text.append(emptied ? "" : value).append('\n');
        }
        TreeMap<String, String> own = new TreeMap<>();
        headers.forEach((name, values) -> {
            String lower = name.toLowerCase(Locale.ROOT);
            if (lower.startsWith("x-ms-")) {
                own.put(lower, String.join(",", values).strip());
            }
        });
        own.forEach((name, value) -> text.append(name).append(':').append(value).append('\n'));
        text.append('/').append(account).append(path);
        new TreeMap<>(query)
                .forEach((name, value) ->
                        text.append('\n').append(name).append(':').append(value));
        return hmac(text.toString());
    }

    private String hmac(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has HmacSHA256", e);
        }
    }
}
