package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Json;
import java.util.function.Supplier;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What the account is: one region, session consistency. A client reads it first, and then every few minutes. */
final class AccountHandler implements Handler {
    private final RequestCharges charges;
    private final Supplier<String> endpoint;

    AccountHandler(RequestCharges charges, Supplier<String> endpoint) {
        this.charges = charges;
        this.endpoint = endpoint;
    }

    @Override
    public Mono<Reply> handle(Call call) {
        call.operation("read-account");
        if (!call.method().equals("GET")) {
            throw Router.unsupported(call);
        }
        return Mono.just(Reply.of(200, account()).charge(charges.metadata()));
    }

    private ObjectNode account() {
        ObjectNode json = Json.MAPPER
                .createObjectNode()
                .put("id", "local")
                .put("_rid", "local")
                .put("_self", "")
                .put("_dbs", "//dbs/")
                .put("media", "//media/")
                .put("addresses", "//addresses/")
                .put("enableMultipleWriteLocations", false);
        json.set("writableLocations", region());
        json.set("readableLocations", region());
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

    private ArrayNode region() {
        ArrayNode regions = Json.MAPPER.createArrayNode();
        regions.addObject().put("name", "Local").put("databaseAccountEndpoint", endpoint.get());
        return regions;
    }
}
