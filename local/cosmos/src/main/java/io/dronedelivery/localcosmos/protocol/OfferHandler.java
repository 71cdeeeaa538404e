package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.List;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and replaces the provisioned throughput of containers; each has one offer. */
final class OfferHandler implements Handler {
    private final Account account;
    private final RequestCharges charges;

    OfferHandler(Account account, RequestCharges charges) {
        this.account = account;
        this.charges = charges;
    }

    @Override
    public Mono<CallReply> handle(Call call) {
        if (call.path().isFeed()) {
            return feed(call);
        }
        Container container = account.containers().stream()
                .filter(candidate -> candidate.offerRid().equals(call.path().id(0)))
                .findFirst()
                .orElseThrow(() ->
                        ServiceException.notFound("the offer '" + call.path().id(0) + "'"));
        call.container(container);
        if (call.method().equals("GET")) {
            call.operation("read-offer");
            return Mono.just(Definitions.read(200, offer(container), charges));
        }
        if (call.method().equals("PUT")) {
            return replace(call, container);
        }
        throw CallRouter.unsupported(call);
    }

    private Mono<CallReply> replace(Call call, Container container) {
        call.operation("replace-offer");
        JsonNode content = Json.readObject(call.body()).path("content");
        if (content.hasNonNull("offerAutopilotSettings")) {
            throw ServiceException.notModelled("Autoscale throughput");
        }
        int throughput =
                Account.checkedThroughput(content.path("offerThroughput").asInt(0));
        return Definitions.change(() -> {
            account.replaceThroughput(container, throughput);
            return Definitions.read(200, offer(container), charges);
        });
    }

    /** Finds offers. A client queries the offer of one container with {@code select * from c where c.offerResourceId = @rid}. */
    private Mono<CallReply> feed(Call call) {
        call.operation("query-offers");
        if (!call.method().equals("GET") && !call.isQuery()) {
            throw CallRouter.unsupported(call);
        }
        return Mono.just(Definitions.feed("", "Offers", Definitions.selected(call, allOffers()), charges));
    }

    private List<ObjectNode> allOffers() {
        return account.containers().stream().map(OfferHandler::offer).toList();
    }

    private static ObjectNode offer(Container container) {
        String rid = container.offerRid();
        ObjectNode offer = Json.MAPPER
                .createObjectNode()
                .put("resource", container.self())
                .put("offerType", "Invalid")
                .put("offerResourceId", container.rid())
                .put("offerVersion", "V2")
                .put("id", rid)
                .put("_rid", rid)
                .put("_self", "offers/" + rid + "/")
                .put("_etag", "\"" + rid + "\"")
                .put("_ts", container.identity().createdAt());
        offer.putObject("content")
                .put("offerThroughput", container.throughput().provisioned())
                .put("offerIsRUPerMinuteThroughputEnabled", false);
        return offer;
    }
}
