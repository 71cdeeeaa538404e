package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.CosmosDatabase;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.Provision;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localcosmos.throughput.Throughput;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Reads and replaces provisioned throughput. Each container with its own has one offer, and so has a database with throughput. */
record OfferHandler(Account account, RequestCharges charges) implements Handler {
    private static final String SETTINGS = "offerAutopilotSettings";
    private static final String MANUAL = "offerThroughput";

    /**
     * An offer and the database or container that has it.
     *
     * @param container null for a database
     */
    private record Offered(
            String id,
            String ownerRid,
            String ownerSelf,
            long createdAt,
            Throughput throughput,
            @Nullable Container container) {
        ObjectNode toJson() {
            ObjectNode offer = Json.MAPPER
                    .createObjectNode()
                    .put("resource", ownerSelf)
                    .put("offerType", "Invalid")
                    .put("offerResourceId", ownerRid)
                    .put("offerVersion", "V2")
                    .put("id", id)
                    .put("_rid", id)
                    .put("_self", "offers/" + id + "/")
                    .put("_etag", "\"" + id + "\"")
                    .put("_ts", createdAt);
            ObjectNode content = offer.putObject("content")
                    .put(MANUAL, unscaled(throughput))
                    .put("offerIsRUPerMinuteThroughputEnabled", false);
            if (throughput.isAutoscale()) {
                content.putObject(SETTINGS).put("maxThroughput", throughput.provisioned());
            }
            return offer;
        }
    }

    /** The throughput in the headers of a request that creates a database or a container, or null. */
    static @Nullable Provision asked(Call call) {
        String settings = call.header(Headers.OFFER_AUTOPILOT);
        if (settings == null) {
            return call.has(Headers.OFFER_THROUGHPUT)
                    ? Provision.manual(call.intHeader(Headers.OFFER_THROUGHPUT, 0))
                    : null;
        }
        if (call.has(Headers.OFFER_THROUGHPUT)) {
            throw ServiceException.badRequest(
                    "A request has " + Headers.OFFER_THROUGHPUT + " or " + Headers.OFFER_AUTOPILOT + ", not both.");
        }
        return autoscale(Json.readObject(settings.getBytes(StandardCharsets.UTF_8)));
    }

    private static Provision autoscale(JsonNode settings) {
        if (settings.path("autoUpgradePolicy")
                        .path("throughputPolicy")
                        .path("incrementPercent")
                        .asInt(0)
                != 0) {
            throw ServiceException.notModelled("The automatic upgrade of autoscale throughput");
        }
        return Provision.autoscale(settings.path("maxThroughput").asInt(0));
    }

    @Override
    public Mono<CallReply> handle(Call call) {
        if (call.path().isFeed()) {
            return feed(call);
        }
        Offered offer = offers().stream()
                .filter(candidate -> candidate.id().equals(call.path().id(0)))
                .findFirst()
                .orElseThrow(() ->
                        ServiceException.notFound("the offer '" + call.path().id(0) + "'"));
        if (offer.container() != null) {
            call.container(offer.container());
        }
        if (call.method().equals("GET")) {
            call.operation("read-offer");
            return Mono.just(Definitions.read(200, offer.toJson(), charges));
        }
        if (call.method().equals("PUT")) {
            return replace(call, offer);
        }
        throw CallRouter.unsupported(call);
    }

    private Mono<CallReply> replace(Call call, Offered offer) {
        call.operation("replace-offer");
        Provision provision = replacement(
                call, offer.throughput(), Json.readObject(call.body()).path("content"));
        return Definitions.change(() -> {
            account.replaceThroughput(offer.throughput(), provision);
            return Definitions.read(200, offer.toJson(), charges);
        });
    }

    /** A client migrates an offer to the other kind by a header, for the amount that the service chooses. */
    private static Provision replacement(Call call, Throughput present, JsonNode content) {
        boolean toAutoscale = call.isTrue(Headers.MIGRATE_TO_AUTOPILOT);
        if (toAutoscale || call.isTrue(Headers.MIGRATE_TO_MANUAL)) {
            Provision before = new Provision(present.provisioned(), present.isAutoscale());
            return before.autoscale() == toAutoscale ? before : before.migrated();
        }
        JsonNode settings = content.path(SETTINGS);
        if (settings.isObject() != present.isAutoscale()) {
            throw ServiceException.badRequest(
                    (present.isAutoscale() ? Headers.MIGRATE_TO_MANUAL : Headers.MIGRATE_TO_AUTOPILOT)
                            + " must be supplied to migrate between manual throughput and autoscale; a second request sets the amount.");
        }
        if (!present.isAutoscale()) {
            return Provision.manual(content.path(MANUAL).asInt(0));
        }
        int manual = content.path(MANUAL).asInt(unscaled(present));
        boolean sameMaximum = settings.path("maxThroughput").asInt(0) == present.provisioned();
        if (sameMaximum && manual != unscaled(present)) {
            throw ServiceException.badRequest("The offer has autoscale throughput: replace '" + SETTINGS
                    + ".maxThroughput', or migrate it with the header " + Headers.MIGRATE_TO_MANUAL + ".");
        }
        return autoscale(settings);
    }

    /** What the service provides to idle clients: with autoscale a tenth. */
    private static int unscaled(Throughput throughput) {
        return throughput.provisioned() / (throughput.isAutoscale() ? 10 : 1);
    }

    /** Finds offers. A client queries the offer of one resource with {@code select * from c where c.offerResourceId = @rid}. */
    private Mono<CallReply> feed(Call call) {
        call.operation("query-offers");
        if (!call.method().equals("GET") && !call.isQuery()) {
            throw CallRouter.unsupported(call);
        }
        List<ObjectNode> all = offers().stream().map(Offered::toJson).toList();
        return Mono.just(Definitions.feed("", "Offers", Definitions.selected(call, all), charges));
    }

    private List<Offered> offers() {
        List<Offered> offers = new ArrayList<>();
        for (CosmosDatabase database : account.databases()) {
            Throughput shared = database.throughput();
            if (shared != null) {
                offers.add(new Offered(
                        database.offerRid(), database.rid(), database.self(), database.createdAt(), shared, null));
            }
        }
        for (Container container : account.containers()) {
            if (!container.throughput().isShared()) {
                offers.add(new Offered(
                        container.offerRid(),
                        container.rid(),
                        container.self(),
                        container.identity().createdAt(),
                        container.throughput(),
                        container));
            }
        }
        return offers;
    }
}
