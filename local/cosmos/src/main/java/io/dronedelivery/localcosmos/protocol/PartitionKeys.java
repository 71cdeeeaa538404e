package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Partition keys as clients send them: an array of one value; {@code [{}]} represents a missing one. */
final class PartitionKeys {
    private PartitionKeys() {}

    /** Returns the key in the request's header, or null without one. */
    static @Nullable Scalar inHeader(Call call) {
        String json = call.header(Headers.PARTITION_KEY);
        return json == null ? null : parse(json);
    }

    /** @throws ServiceException 400 when the call has no partition key */
    static Scalar required(Call call) {
        Scalar key = inHeader(call);
        if (key == null) {
            throw ServiceException.badRequest("PartitionKey value must be supplied for this operation: the header "
                    + Headers.PARTITION_KEY + " is missing.");
        }
        return key;
    }

    static Scalar parse(String json) {
        JsonNode values = Json.readTree(json.getBytes(StandardCharsets.UTF_8));
        if (!values.isArray() || values.size() != 1) {
            throw ServiceException.badRequest("The partition key " + json
                    + " is not an array of one value; hierarchical partition keys are not modelled by LocalCosmos.");
        }
        JsonNode value = values.get(0);
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
