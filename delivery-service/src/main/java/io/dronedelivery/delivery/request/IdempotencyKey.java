package io.dronedelivery.delivery.request;

import io.dronedelivery.servicekit.problem.ProblemException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/**
 * Identifies a request and its repetitions.
 *
 * @param value 1 to 255 printable characters of ASCII
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The Idempotency-Key HTTP header field</a>
 */
record IdempotencyKey(String value) {

    static final String HEADER = "Idempotency-Key";

    private static final int MAX_LENGTH = 255;

    /**
     * The key of a request, or null without one.
     *
     * @throws ProblemException an invalid request that names the header
     */
    static @Nullable IdempotencyKey in(HttpHeaders headers) {
        List<String> values = headers.getOrEmpty(HEADER);
        if (values.isEmpty()) {
            return null;
        }
        if (values.size() > 1) {
            throw ProblemException.invalid(HEADER, "must be given once");
        }
        String value = values.get(0);
        if (value.isEmpty() || value.length() > MAX_LENGTH || !value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
            throw ProblemException.invalid(HEADER, "must be 1 to " + MAX_LENGTH + " printable characters of ASCII");
        }
        return new IdempotencyKey(value);
    }

    /** The hash of this owner's key. Hashes of all keys have the same length, and only characters that a document id allows. */
    String hash(String ownerId) {
        return Sha256.hex(ownerId + '\n' + value);
    }
}
