package io.dronedelivery.dispatchclient;

import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dispatcher behind the gateway: {@code GET /api/v1/dispatch/status} and {@code POST /api/v1/dispatch/messages}. */
final class DispatchApi {

    /** The longest that a call may take. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final String PATH = "/api/v1/dispatch";
    private static final JsonMapper JSON = JsonMapper.builder()
            // Values that a dispatcher omits count as zero.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private final URI base;
    private final JsonCalls calls;

    /** @param base the gateway's address, without a slash at its end */
    DispatchApi(URI base, TokenSource tokens) {
        this.base = base;
        this.calls = new JsonCalls("dispatcher", base, tokens, TIMEOUT);
    }

    /**
     * An answer in both forms.
     *
     * @param value the part that is shown as text
     * @param json the complete answer
     */
    record ParsedAnswer<T>(T value, JsonNode json) {}

    ParsedAnswer<DispatchStatus> status() throws DispatchException, InterruptedException {
        return as(DispatchStatus.class, calls.get(PATH + "/status"));
    }

    /** @param concurrency null keeps it */
    ParsedAnswer<Production> produce(int count, @Nullable Integer concurrency)
            throws DispatchException, InterruptedException {
        String query = "?count=" + count + (concurrency == null ? "" : "&concurrency=" + concurrency);
        return as(Production.class, calls.post(PATH + "/messages" + query, null));
    }

    private <T> ParsedAnswer<T> as(Class<T> type, JsonNode json) throws DispatchException {
        try {
            return new ParsedAnswer<>(JSON.treeToValue(json, type), json);
        } catch (JacksonException e) {
            throw DispatchException.unanswered(base + " answered with something that no dispatcher says", e);
        }
    }
}
