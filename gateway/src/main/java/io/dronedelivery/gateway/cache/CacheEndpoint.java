package io.dronedelivery.gateway.cache;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.stereotype.Component;

/** The kept answers, for operators on the management port. */
@Component
@Endpoint(id = "gatewaycache", defaultAccess = Access.READ_ONLY)
class CacheEndpoint {

    private final AnswerCache answers;

    CacheEndpoint(AnswerCache answers) {
        this.answers = answers;
    }

    @ReadOperation
    Map<String, Long> read() {
        return Map.of("entries", answers.count(), "bytes", answers.bytes(), "maxBytes", answers.maxBytes());
    }

    /**
     * Forgets answers: all, or those that all given parameters name. The whole answers of an aggregation go with those of its parts.
     *
     * @param target path and query at the backend
     */
    @DeleteOperation
    Map<String, Long> purge(@Nullable String aggregation, @Nullable String part, @Nullable String target) {
        return Map.of("purged", answers.purge(aggregation, part, target));
    }
}
