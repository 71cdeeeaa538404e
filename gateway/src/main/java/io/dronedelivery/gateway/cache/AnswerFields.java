package io.dronedelivery.gateway.cache;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a kept answer that say how long and for which requests it counts. A later 304 replaces those that it has.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9111#section-3.2">RFC 9111, section 3.2, updating stored header fields</a>
 */
public record AnswerFields(
        @Nullable String cacheControl,
        @Nullable String expires,
        @Nullable String tag,
        @Nullable String lastModified,
        @Nullable String vary) {

    static final AnswerFields NONE = new AnswerFields(null, null, null, null, null);

    private static final String WEAK = "W/";

    static AnswerFields of(HttpHeaders headers) {
        return NONE.updatedBy(headers);
    }

    AnswerFields updatedBy(HttpHeaders headers) {
        return new AnswerFields(
                newer(headers, HttpHeaderNames.CACHE_CONTROL, cacheControl),
                headers.get(HttpHeaderNames.EXPIRES, expires),
                headers.get(HttpHeaderNames.ETAG, tag),
                headers.get(HttpHeaderNames.LAST_MODIFIED, lastModified),
                newer(headers, HttpHeaderNames.VARY, vary));
    }

    private static @Nullable String newer(HttpHeaders headers, CharSequence name, @Nullable String old) {
        List<String> lines = headers.getAll(name);
        return lines.isEmpty() ? old : String.join(", ", lines);
    }

    boolean hasValidator() {
        return tag != null || lastModified != null;
    }

    /** Whether a 304 with these fields can be about the answer. */
    boolean isMeantBy(HttpHeaders notModified) {
        String newTag = notModified.get(HttpHeaderNames.ETAG);
        if (newTag != null) {
            return tag != null && opaque(tag).equals(opaque(newTag));
        }
        String newDate = notModified.get(HttpHeaderNames.LAST_MODIFIED);
        return newDate == null || tag != null || newDate.equals(lastModified);
    }

    private static String opaque(String tag) {
        return tag.startsWith(WEAK) ? tag.substring(WEAK.length()) : tag;
    }

    /** Has a request ask whether the answer still counts, if the backend can say that. */
    public void writeTo(HttpHeaders request) {
        if (tag != null) {
            request.set(HttpHeaderNames.IF_NONE_MATCH, tag);
        }
        if (lastModified != null) {
            request.set(HttpHeaderNames.IF_MODIFIED_SINCE, lastModified);
        }
    }

    int size() {
        return KeptAnswer.size(cacheControl)
                + KeptAnswer.size(expires)
                + KeptAnswer.size(tag)
                + KeptAnswer.size(lastModified)
                + KeptAnswer.size(vary);
    }
}
