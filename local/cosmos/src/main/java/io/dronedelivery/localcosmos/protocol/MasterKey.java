package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.ServiceException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks signatures made with the account's key: HMAC-SHA256 over verb, resource type, resource link and date, in lower case except for the
 * link ("Access control on Azure Cosmos DB resources", REST reference).
 */
final class MasterKey {
    private static final String ALGORITHM = "HmacSHA256";
    private static final Duration MAX_SKEW = Duration.ofMinutes(15);
    private static final int MAX_MACS_KEPT = 64;

    private final SecretKeySpec key;
    private final InstantSource clock;
    private final Queue<Mac> macs = new ConcurrentLinkedQueue<>();

    private volatile SignedAt lastDate = new SignedAt("", Instant.EPOCH);

    /** @param key in base64 */
    MasterKey(String key, InstantSource clock) {
        this.key = new SecretKeySpec(Base64.getDecoder().decode(key), ALGORITHM);
        this.clock = clock;
    }

    /**
     * Checks one request.
     *
     * @throws ServiceException 401 for a missing or wrong signature, 403 for a date that is more than 15 minutes off
     */
    void check(String verb, ResourcePath path, @Nullable String authorization, @Nullable String date) {
        if (authorization == null) {
            throw ServiceException.unauthorized(
                    "Required Header authorization is missing. Ensure a valid Authorization token is passed.");
        }
        if (date == null) {
            throw ServiceException.unauthorized("Required Header x-ms-date is missing.");
        }
        byte[] signature = signatureIn(decoded(authorization));
        String head = verb.toLowerCase(Locale.ROOT) + '\n' + path.type() + '\n';
        String tail = '\n' + date.toLowerCase(Locale.ROOT) + "\n\n";
        // For a link of resource ids, the signature covers only its last id, in lower case.
        if (!matches(signature, head + path.link() + tail)
                && !matches(signature, head + path.lastId().toLowerCase(Locale.ROOT) + tail)) {
            throw ServiceException.unauthorized(
                    "The input authorization token can't serve the request. The wrong key is being used or the expected payload is"
                            + " not built as per the protocol. Server used the following payload to sign: '"
                            + (head + path.link() + tail).replace("\n", "\\n") + "'");
        }
        checkDate(date);
    }

    private void checkDate(String date) {
        SignedAt signedAt = lastDate;
        if (!signedAt.date().equals(date)) {
            signedAt = SignedAt.parse(date);
            lastDate = signedAt;
        }
        Instant now = clock.instant();
        if (Duration.between(signedAt.instant(), now).abs().compareTo(MAX_SKEW) > 0) {
            throw ServiceException.forbidden(
                    "The authorization token is not valid at the current time. Please create another token and retry (token start"
                            + " time: " + signedAt.instant() + ", current server time: " + now + ").");
        }
    }

    /** A date header and its instant. Dates have a resolution of a second, and many calls share one. */
    private record SignedAt(String date, Instant instant) {
        static SignedAt parse(String date) {
            try {
                return new SignedAt(date, DateTimeFormatter.RFC_1123_DATE_TIME.parse(date, Instant::from));
            } catch (DateTimeException e) {
                throw ServiceException.badRequest("The header x-ms-date is no RFC 1123 date: '" + date + "'.");
            }
        }
    }

    private static String decoded(String authorization) {
        try {
            return URLDecoder.decode(authorization, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw ServiceException.unauthorized("The authorization header is not URL encoded.");
        }
    }

    private static byte[] signatureIn(String token) {
        String type = field(token, "type=");
        if (!type.equals("master")) {
            throw ServiceException.unauthorized("Authorization of type '" + type
                    + "' (resource tokens, Microsoft Entra ID) is not modelled by LocalCosmos: use the account's key.");
        }
        try {
            return Base64.getDecoder().decode(field(token, "sig="));
        } catch (IllegalArgumentException e) {
            throw ServiceException.unauthorized("The signature in the authorization header is not base64.");
        }
    }

    private static String field(String token, String name) {
        for (String part : token.split("&", -1)) {
            if (part.startsWith(name)) {
                return part.substring(name.length());
            }
        }
        return "";
    }

    private boolean matches(byte[] signature, String payload) {
        Mac mac = macs.poll();
        if (mac == null) {
            mac = newMac();
        }
        byte[] expected = mac.doFinal(payload.getBytes(StandardCharsets.UTF_8));
        if (macs.size() < MAX_MACS_KEPT) {
            macs.add(mac);
        }
        return MessageDigest.isEqual(expected, signature);
    }

    private Mac newMac() {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            return mac;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java platform has " + ALGORITHM, e);
        }
    }
}
