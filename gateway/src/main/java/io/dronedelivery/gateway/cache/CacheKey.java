package io.dronedelivery.gateway.cache;

import io.dronedelivery.servicekit.security.Caller;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Two requests with the same key get the same answer.
 *
 * @param part the name of the part; null for the whole answer
 * @param target path and query at the backend; for the whole answer, or for a call that is shared, any text that says what is requested
 * @param written values of the request that are not in the target; null for an absent one
 * @param headers the values of the passed headers; null for an absent one
 * @param caller whose answer it is, null when all callers share it
 */
public record CacheKey(
        String aggregation,
        @Nullable String part,
        String target,
        List<@Nullable String> written,
        List<@Nullable List<String>> headers,
        @Nullable Caller caller) {

    /** What an entry and the version of its URI take beside their texts and bytes, measured by {@code CacheMemoryIT}. */
    private static final int ENTRY = 704;

    int size() {
        int size = ENTRY + KeptAnswer.size(target) + (caller == null ? 0 : caller.size());
        for (String text : written) {
            size += KeptAnswer.size(text);
        }
        for (List<String> values : headers) {
            if (values != null) {
                for (String value : values) {
                    size += KeptAnswer.size(value);
                }
            }
        }
        return size;
    }
}
