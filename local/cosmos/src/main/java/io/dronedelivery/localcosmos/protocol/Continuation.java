package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where the next page begins. Opaque to clients; it does not depend on the size of the pages before, and belongs to one container.
 *
 * @param kind what is counted
 * @param position number of the last document read, or of the rows returned
 */
record Continuation(Kind kind, long position) {
    private static final Pattern TEXT = Pattern.compile("([^:]+):([dr]):(\\d{1,18}):(-?\\d+)");

    enum Kind {
        AFTER_DOCUMENT("d"),
        AFTER_ROWS("r");

        private final String code;

        Kind(String code) {
            this.code = code;
        }
    }

    /**
     * Reads the token of a call, which without one begins at the beginning.
     *
     * <p>A number of rows says something about one query only. A client that resumes an ORDER BY over several partitions sends the token
     * with another query, to which it has added a filter that begins at the last row it has seen, and drops what it has seen of that
     * rank by itself: such a query begins at its beginning.
     *
     * @throws ServiceException 400 for a token that this container never gave for such a request
     */
    static Continuation of(Call call, Container container, Kind kind) {
        String token = call.header(Headers.CONTINUATION);
        if (token == null) {
            return new Continuation(kind, 0);
        }
        Matcher text = decoded(token);
        if (text == null
                || !text.group(1).equals(container.rid())
                || !text.group(2).equals(kind.code)) {
            throw ServiceException.badRequest("The continuation token is invalid: '" + token + "'.");
        }
        boolean sameQuery = kind == Kind.AFTER_DOCUMENT || text.group(4).equals(fingerprint(call));
        return new Continuation(kind, sameQuery ? Long.parseLong(text.group(3)) : 0);
    }

    String encode(Call call, Container container) {
        String text = container.rid() + ":" + kind.code + ":" + position + ":" + fingerprint(call);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    /** Of the query with its parameters. */
    private static String fingerprint(Call call) {
        return Integer.toString(Arrays.hashCode(call.body()));
    }

    private static @Nullable Matcher decoded(String token) {
        try {
            Matcher text = TEXT.matcher(new String(Base64.getUrlDecoder().decode(token), StandardCharsets.US_ASCII));
            return text.matches() ? text : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
