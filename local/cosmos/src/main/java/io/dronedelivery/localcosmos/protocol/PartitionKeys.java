package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Partition keys as clients send them: an array of a value for each path; {@code {}} represents a missing one. A query may have only the first
 * values of a hierarchical key.
 */
final class PartitionKeys {
    private PartitionKeys() {}

    /** Returns the key in the request's header, which may be a prefix, or null without one. */
    static @Nullable Scalar inHeader(Call call) {
        String json = call.header(Headers.PARTITION_KEY);
        return json == null ? null : parse(json, levels(call), true);
    }

    /** Returns the key in the request's header, or null without one, or when it is only a prefix. */
    static @Nullable Scalar whole(Call call) {
        Scalar key = inHeader(call);
        return key != null && isWhole(call, key) ? key : null;
    }

    /** Returns the first values of a hierarchical key in the request's header, or null without them, or when the key is whole. */
    static @Nullable Scalar prefix(Call call) {
        Scalar key = levels(call) == 1 ? null : inHeader(call);
        return key == null || isWhole(call, key) ? null : key;
    }

    private static boolean isWhole(Call call, Scalar key) {
        return levels(call) == 1 || key.levels().size() == levels(call);
    }

    private static int levels(Call call) {
        return Objects.requireNonNull(call.container())
                .definition()
                .partitionKeyPaths()
                .size();
    }

    /** @throws ServiceException 400 when the call has no partition key, or only a prefix */
    static Scalar required(Call call) {
        String json = call.header(Headers.PARTITION_KEY);
        if (json == null) {
            throw ServiceException.badRequest("PartitionKey value must be supplied for this operation: the header "
                    + Headers.PARTITION_KEY + " is missing.");
        }
        return parsed(json, levels(call));
    }

    /** @param levels the number of the container's partition key paths */
    static Scalar parsed(String json, int levels) {
        return parse(json, levels, false);
    }

    private static Scalar parse(String json, int levels, boolean maybePrefix) {
        JsonNode values = Json.readTree(json.getBytes(StandardCharsets.UTF_8));
        if (!values.isArray() || values.isEmpty() || values.size() > levels || values.size() < levels && !maybePrefix) {
            throw ServiceException.partitionKeyMismatch("The partition key " + json + " is not an array of "
                    + (levels == 1 ? "one value" : levels + " values")
                    + ", as the container's definition of its partition key has it.");
        }
        if (levels == 1) {
            return scalar(values.get(0), json);
        }
        List<Scalar> all =
                values.valueStream().map(value -> scalar(value, json)).toList();
        return Scalar.of(all);
    }

    private static Scalar scalar(JsonNode value, String json) {
        if (value.isContainer() && value.isEmpty()) {
            return Scalar.UNDEFINED;
        }
        Scalar scalar = Scalar.of(value);
        if (scalar == null) {
            throw ServiceException.badRequest(
                    "The partition key " + json + " is neither string, number, boolean nor null.");
        }
        return scalar.checkedPartitionKey();
    }
}
