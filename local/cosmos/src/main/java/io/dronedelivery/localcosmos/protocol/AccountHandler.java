package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Json;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Returns the account's document: its regions, of which the first accepts writes, and session consistency. A client reads it first, and
 * then every few minutes.
 *
 * @param endpoints by scheme, of each region by its name; the one that accepts writes is first
 */
record AccountHandler(RequestCharges charges, Function<String, Map<String, String>> endpoints) implements Handler {
    @Override
    public Mono<CallReply> handle(Call call) {
        call.operation("read-account");
        if (!call.method().equals("GET")) {
            throw CallRouter.unsupported(call);
        }
        return Mono.just(
                CallReply.of(200, account(endpoints.apply(call.scheme()))).charge(charges.metadata()));
    }

    private static ObjectNode account(Map<String, String> endpoints) {
        ObjectNode json = Json.MAPPER
                .createObjectNode()
                .put("id", "local")
                .put("_rid", "local")
                .put("_self", "")
                .put("_dbs", "//dbs/")
                .put("media", "//media/")
                .put("addresses", "//addresses/")
                .put("enableMultipleWriteLocations", false);
        json.set("writableLocations", regions(endpoints, 1));
        json.set("readableLocations", regions(endpoints, Integer.MAX_VALUE));
        json.putObject("userReplicationPolicy")
                .put("asyncReplication", false)
                .put("minReplicaSetSize", 1)
                .put("maxReplicasetSize", 4);
        json.putObject("userConsistencyPolicy").put("defaultConsistencyLevel", "Session");
        json.putObject("systemReplicationPolicy").put("minReplicaSetSize", 1).put("maxReplicasetSize", 4);
        json.putObject("readPolicy").put("primaryReadCoefficient", 1).put("secondaryReadCoefficient", 1);
        json.put("queryEngineConfiguration", "{}");
        return json;
    }

    private static ArrayNode regions(Map<String, String> endpoints, int most) {
        ArrayNode regions = Json.MAPPER.createArrayNode();
        endpoints.entrySet().stream()
                .limit(most)
                .forEach(region -> regions.addObject()
                        .put("name", region.getKey())
                        .put("databaseAccountEndpoint", region.getValue()));
        return regions;
    }
}
