package io.dronedelivery.delivery.request;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;

/** How the bytes of a body are to be read. What is announced otherwise would be read as if it had not been announced. */
final class BodyFormat {

    private BodyFormat() {}

    /**
     * Checks what the header fields say of the body.
     *
     * @throws ProblemException {@link ProblemType#UNSUPPORTED_MEDIA_TYPE} for another character set than UTF-8 and for any coding
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
