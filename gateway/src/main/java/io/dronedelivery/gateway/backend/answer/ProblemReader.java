package io.dronedelivery.gateway.backend.answer;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the {@code detail} of a backend's problem document. */
final class ProblemReader {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final int MAX_BYTES = 16 * 1024;

    private ProblemReader() {}

    /** Whether a content type is that of problem documents. */
    static boolean isProblem(@Nullable String contentType) {
        return contentType != null && contentType.toLowerCase(Locale.ROOT).startsWith("application/problem+json");
    }

    /** The {@code detail} of a problem document, bounded; null when the body is none or has none. */
    static @Nullable String detail(@Nullable String contentType, byte[] body, int length) {
        if (length > MAX_BYTES || !isProblem(contentType)) {
            return null;
        }
        try {
            JsonNode detail = JSON.readTree(body, 0, length).path("detail");
            return detail.isString() && !detail.stringValue().isBlank()
                    ? BackendText.oneLine(detail.stringValue())
                    : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
