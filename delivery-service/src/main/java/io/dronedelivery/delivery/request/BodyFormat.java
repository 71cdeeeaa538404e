package io.dronedelivery.delivery.request;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/**
 * Checks the declared format of a body. The bytes of a body are always read as plain UTF-8 JSON, so any other declared format must be
 * refused.
 */
final class BodyFormat {

    private BodyFormat() {}

    /**
     * Checks what the header fields declare about the body.
     *
     * @throws ProblemException {@link ProblemType#UNSUPPORTED_MEDIA_TYPE} for a character set other than UTF-8, and for any content coding
     */
    static void requirePlainUtf8(HttpHeaders headers) {
        if (headers.containsHeader(HttpHeaders.CONTENT_ENCODING)) {
            throw unsupported("The request's body must not have a Content-Encoding.");
        }
        MediaType type = headers.getContentType();
        Charset charset = type == null ? null : type.getCharset();
        if (charset != null && !charset.equals(StandardCharsets.UTF_8)) {
            throw unsupported("The request's body must be in UTF-8.");
        }
    }

    private static ProblemException unsupported(String why) {
        return ProblemException.of(ProblemType.UNSUPPORTED_MEDIA_TYPE, why);
    }
}
