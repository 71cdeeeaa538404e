package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Json;
import java.util.List;
import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Common code of the handlers of databases, containers and offers. */
final class Definitions {
    private Definitions() {}

    /** A feed in one page, because there are few definitions. */
    static CallReply feed(String rid, String name, List<ObjectNode> resources, RequestCharges charges) {
        ObjectNode body = Json.MAPPER.createObjectNode().put("_rid", rid);
        ArrayNode all = body.putArray(name);
        resources.forEach(all::add);
        body.put("_count", all.size());
        return CallReply.of(200, body).items(all.size()).charge(charges.metadata());
    }

    static CallReply read(int status, ObjectNode resource, RequestCharges charges) {
        return CallReply.of(status, resource)
                .etag(resource.path("_etag").asString())
                .charge(charges.metadata());
    }

    /** Runs work that may wait for a lock or a disk on another thread than the event loop. */
    static Mono<CallReply> change(Callable<CallReply> work) {
        return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
    }

    /** The resources that match a query, or all when the call is no query. */
    static List<ObjectNode> selected(Call call, List<ObjectNode> all) {
        return call.isQuery() ? Queries.filter(Queries.parse(call.body()), all) : all;
    }
}
