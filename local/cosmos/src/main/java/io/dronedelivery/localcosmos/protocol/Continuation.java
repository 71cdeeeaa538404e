package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.sql.Paging;
import io.dronedelivery.localcosmos.sql.QueryPosition;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.MissingNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The beginning of the next page: a partition and a position in it. Opaque to clients, base64 of JSON. It does not depend on the size of
 * earlier pages, and belongs to one container.
 */
record Continuation(PhysicalPartition partition, QueryPosition position) {
    /** The limit of clients for a header with a token. Longer sort keys are left out, and rows are counted instead. */
    private static final int MAX_TOKEN_KB = 8;

    private static final String CONTAINER = "c";
    private static final String PARTITION = "p";
    private static final String PAGING = "g";
    private static final String QUERY = "q";
    private static final String ROWS = "r";
    private static final String DOCUMENT = "d";
    private static final String KEYS = "k";

    /**
     * Reads the token of a call. A call without one begins at the beginning.
     *
     * <p>Rows and keys apply to one query only. A client that resumes an ORDER BY over several partitions sends the token with another
     * query, which has an added filter for the last seen row. The client itself drops rows of the same rank that it has seen. Such a query
     * begins at its beginning.
     *
     * @param partitions the partitions of the call, in the order in which they are read
     * @throws ServiceException 400 for a token that this container never gave for such a request
     */
    static Continuation of(Call call, Container container, Paging paging, List<PhysicalPartition> partitions) {
        String token = call.header(Headers.CONTINUATION);
        if (token == null) {
            return new Continuation(partitions.get(0), QueryPosition.START);
        }
        JsonNode json = decoded(token);
        PhysicalPartition partition = partitions.stream()
                .filter(candidate -> candidate.index() == json.path(PARTITION).asInt(-1))
                .findAny()
                .orElse(null);
        if (partition == null
                || !json.path(CONTAINER).asString("").equals(container.rid())
                || !json.path(PAGING).asString("").equals(paging.name())) {
            throw ServiceException.badRequest("The continuation token is invalid: '" + token + "'.");
        }
        boolean sameQuery = json.path(QUERY).asInt(0) == fingerprint(call);
        long document = json.path(DOCUMENT).asLong(0);
        if (paging == Paging.BY_DOCUMENT && !sameQuery) {
            return new Continuation(partition, QueryPosition.after(document));
        }
        return new Continuation(
                partition,
                sameQuery ? new QueryPosition(json.path(ROWS).asLong(0), document, keys(json)) : QueryPosition.START);
    }

    String encode(Call call, Container container, Paging paging) {
        String token = encoded(call, container, paging, position);
        return token.length() <= maxLength(call) ? token : encoded(call, container, paging, position.withoutKeys());
    }

    private static int maxLength(Call call) {
        int asked = call.intHeader(Headers.CONTINUATION_LIMIT_KB, MAX_TOKEN_KB);
        return 1_024 * (asked > 0 ? Math.min(asked, MAX_TOKEN_KB) : MAX_TOKEN_KB);
    }

    /**
     * Adds the token for the next page, if there is one: in the page's partition or in the next one.
     *
     * @param rest where the page ended in its partition, or null at that partition's end
     */
    static CallReply goOn(
            CallReply reply,
            Call call,
            Container container,
            Paging paging,
            List<PhysicalPartition> partitions,
            PhysicalPartition current,
            @Nullable QueryPosition rest) {
        int next = partitions.indexOf(current) + 1;
        if (rest == null && next == partitions.size()) {
            return reply;
        }
        Continuation continuation = rest != null
                ? new Continuation(current, rest)
                : new Continuation(partitions.get(next), QueryPosition.START);
        return reply.header(Headers.CONTINUATION, continuation.encode(call, container, paging));
    }

    private String encoded(Call call, Container container, Paging paging, QueryPosition at) {
        ObjectNode json = Json.MAPPER
                .createObjectNode()
                .put(CONTAINER, container.rid())
                .put(PARTITION, partition.index())
                .put(PAGING, paging.name())
                .put(QUERY, fingerprint(call))
                .put(ROWS, at.rows())
                .put(DOCUMENT, at.document());
        if (!at.keys().isEmpty()) {
            ArrayNode keys = json.putArray(KEYS);
            for (JsonNode key : at.keys()) {
                ArrayNode value = keys.addArray(); // an empty array represents undefined
                if (!key.isMissingNode()) {
                    value.add(key);
                }
            }
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Json.write(json));
    }

    private static List<JsonNode> keys(JsonNode json) {
        List<JsonNode> keys = new ArrayList<>();
        for (JsonNode key : json.path(KEYS)) {
            keys.add(key.isEmpty() ? MissingNode.getInstance() : key.get(0));
        }
        return keys;
    }

    private static int fingerprint(Call call) {
        return Arrays.hashCode(call.body());
    }

    private static JsonNode decoded(String token) {
        try {
            return Json.MAPPER.readTree(Base64.getUrlDecoder().decode(token));
        } catch (IllegalArgumentException | JacksonException e) {
            return MissingNode.getInstance();
        }
    }
}
