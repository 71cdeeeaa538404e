package io.dronedelivery.gateway.cache;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which answers are kept, and what they may be used for.
 *
 * @param ttl how long an answer is fresh whose backend does not say it
 * @param whileRevalidate how long after that it is used while a new one is fetched
 * @param ifError how long after that it stands in for a failure
 * @param shared whether callers get each other's answers
 * @param vary the passed headers that an answer depends on, null for all
 * @param usesFresh whether fresh answers are used; without it they only stand in for failures
 */
public record CacheRule(
        Duration ttl,
        Duration whileRevalidate,
        Duration ifError,
        boolean shared,
        @Nullable List<String> vary,
        boolean usesFresh) {

    /**
     * What is known of the requests of one kind.
     *
     * @param unkeyed the fields, in lower case, that differ from request to request and are not in the key
     * @param tokenIsShared whether the requests have a token and the answers are for all callers
     */
    public record RequestKind(Set<String> unkeyed, boolean tokenIsShared) {

        /** Whether the requests with one key are equal in all fields that an answer depends on. */
        boolean covers(@Nullable String vary) {
            if (vary == null) {
                return true;
            }
            for (String name : vary.split(",")) {
                String field = name.strip().toLowerCase(Locale.ROOT);
                if (field.equals("*") || unkeyed.contains(field)) {
                    return false;
                }
            }
            return true;
        }
    }
}
