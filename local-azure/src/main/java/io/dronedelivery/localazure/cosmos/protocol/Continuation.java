package io.dronedelivery.localazure.cosmos.protocol;

import io.dronedelivery.localazure.cosmos.store.Container;
import io.dronedelivery.localazure.cosmos.store.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Where the next page begins. Opaque to clients; it does not depend on the size of the pages before, and belongs to one container.
 *
 * @param kind what is counted
 * @param position number of the last document read, or of the rows returned
 */
record Continuation(Kind kind, long position) {
    enum Kind {
        AFTER_DOCUMENT,
        AFTER_ROWS
    }

    static Continuation start(Kind kind) {
        return new Continuation(kind, 0);
    }

    /** @throws ServiceException 400 for a token that this container never gave for such a request */
    static Continuation of(Call call, Container container, Kind kind) {
        String token = call.header(Headers.CONTINUATION);
        return token == null ? start(kind) : decode(token, container, kind);
    }

    String encode(Container container) {
        String text = container.rid() + ":" + kind.ordinal() + ":" + position;
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static Continuation decode(String token, Container container, Kind kind) {
        @Nullable Long position = null;
        try {
            String text = new String(Base64.getUrlDecoder().decode(token), StandardCharsets.US_ASCII);
            String prefix = container.rid() + ":" + kind.ordinal() + ":";
            position = text.startsWith(prefix) ? Long.valueOf(text.substring(prefix.length())) : null;
        } catch (IllegalArgumentException e) {
            // said below
        }
        if (position == null || position < 0) {
            throw ServiceException.badRequest("The continuation token is invalid: '" + token + "'.");
        }
        return new Continuation(kind, position);
    }
}
