package io.dronedelivery.gateway.backend;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Takes the words for the caller out of a backend's own problem detail. */
final class ProblemReader {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MAX_BYTES = 16 * 1024;

    private ProblemReader() {}

    /** The {@code detail} of a problem document, bounded; null when the body is none or has none. */
    static @Nullable String detail(@Nullable String contentType, byte[] body, int length) {
        if (contentType == null
                || length > MAX_BYTES
                || !contentType.toLowerCase(Locale.ROOT).startsWith("application/problem+json")) {
            return null;
        }
        try {
            JsonNode detail = JSON.readTree(body, 0, length).path("detail");
            return detail.isTextual() && !detail.textValue().isBlank() ? Words.oneLine(detail.textValue()) : null;
        } catch (IOException e) {
            return null;
        }
    }
}
