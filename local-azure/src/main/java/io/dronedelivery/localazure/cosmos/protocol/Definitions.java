package io.dronedelivery.localazure.cosmos.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dronedelivery.localazure.cosmos.RequestCharges;
import io.dronedelivery.localazure.cosmos.store.Json;
import io.dronedelivery.localazure.cosmos.store.ServiceException;
import java.util.Collection;
import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** What the handlers of databases, containers and offers have in common. */
final class Definitions {
    private Definitions() {}

    /** A feed in one page: definitions are few. */
    static Reply feed(String rid, String name, Collection<? extends JsonNode> resources, RequestCharges charges) {
        ObjectNode body = Json.MAPPER.createObjectNode().put("_rid", rid);
        ArrayNode all = body.putArray(name);
        resources.forEach(all::add);
        body.put("_count", all.size());
        return Reply.of(200, body).items(all.size()).charge(charges.metadata());
    }

    static Reply read(int status, ObjectNode resource, RequestCharges charges) {
        return Reply.of(status, resource).etag(resource.path("_etag").asText()).charge(charges.metadata());
    }

    /** Runs what may wait for a lock or a disk away from the event loop. */
    static Mono<Reply> change(Callable<Reply> work) {
        return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
    }

    /** Databases and containers can be listed; searching them is more than one stand-in needs. */
    static void refuseQuery(Call call, String what) {
        if (call.isTrue(Headers.IS_QUERY) || call.isTrue(Headers.IS_QUERY_PLAN)) {
            throw ServiceException.notModelled("Querying " + what + " (list them instead)");
        }
    }
}
