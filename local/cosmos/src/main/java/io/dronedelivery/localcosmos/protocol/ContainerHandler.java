package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Account;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.ContainerDefinition;
import io.dronedelivery.localcosmos.store.CosmosDatabase;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Provision;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;
import tools.jackson.databind.node.ObjectNode;

/** Creates, reads, lists, queries, replaces and deletes containers, and lists their partition key ranges. */
record ContainerHandler(Account account, RequestCharges charges) implements Handler {
    @Override
    public Mono<CallReply> handle(Call call) {
        CosmosDatabase database = account.owningDatabase(call.path().id(0));
        return call.path().isFeed() ? handleFeed(call, database) : handleOne(call, database);
    }

    private Mono<CallReply> handleFeed(Call call, CosmosDatabase database) {
        if (call.method().equals("GET") || call.isQuery()) {
            call.operation("list-containers");
            List<ObjectNode> all =
                    database.containers().stream().map(Container::toJson).toList();
            return Mono.just(
                    Definitions.feed(database.rid(), "DocumentCollections", Definitions.selected(call, all), charges));
        }
        if (call.method().equals("POST")) {
            return create(call, database);
        }
        throw CallRouter.unsupported(call);
    }

    private Mono<CallReply> handleOne(Call call, CosmosDatabase database) {
        String id = call.path().id(1);
        if (call.method().equals("GET")) {
            call.operation("read-container");
            Container container = database.container(id);
            call.container(container);
            return Mono.just(placed(Definitions.read(200, container.toJson(), charges), container));
        }
        if (call.method().equals("DELETE")) {
            call.operation("delete-container");
            return Definitions.change(() -> {
                account.deleteContainer(database.id(), id);
                return CallReply.empty(204).charge(charges.metadata());
            });
        }
        if (call.method().equals("PUT")) {
            return replace(call, database.container(id));
        }
        throw CallRouter.unsupported(call);
    }

    private Mono<CallReply> create(Call call, CosmosDatabase database) {
        call.operation("create-container");
        Provision provision = OfferHandler.asked(call);
        ContainerDefinition definition = ContainerDefinition.parse(Json.readObject(call.body()));
        return Definitions.change(() -> {
            Container container = account.createContainer(database.id(), definition, provision);
            call.container(container);
            return placed(Definitions.read(201, container.toJson(), charges), container);
        });
    }

    private Mono<CallReply> replace(Call call, Container container) {
        call.operation("replace-container");
        call.container(container);
        ObjectNode body = Json.readObject(call.body());
        String ifMatch = call.header("if-match");
        return Definitions.change(() -> {
            account.replaceContainer(container, body, ifMatch);
            return placed(Definitions.read(200, container.toJson(), charges), container);
        });
    }

    /** Adds the owner's name and id. A client needs them to match session tokens and change feeds to the container. */
    private static CallReply placed(CallReply reply, Container container) {
        return reply.header(Headers.ALT_CONTENT_PATH, "dbs/" + container.database())
                .header(Headers.CONTENT_PATH, container.databaseRid());
    }

    /** Returns the ranges. A client reads until it receives 304. The ranges never change here, because there are no splits. */
    Mono<CallReply> partitionRanges(Call call) {
        call.operation("read-partition-key-ranges");
        if (!call.path().isFeed() || !call.method().equals("GET")) {
            throw CallRouter.unsupported(call);
        }
        Container container = Objects.requireNonNull(call.container());
        String etag = "\"" + container.rid() + "-ranges\"";
        if (etag.equals(call.header("if-none-match"))) {
            return Mono.just(CallReply.empty(304).etag(etag).charge(charges.metadata()));
        }
        return Mono.just(Definitions.feed(
                        container.rid(),
                        "PartitionKeyRanges",
                        container.partitions().stream()
                                .map(partition -> rangeOf(container, partition))
                                .toList(),
                        charges)
                .etag(etag));
    }

    private static ObjectNode rangeOf(Container container, PhysicalPartition partition) {
        String rid = container.partitionRid(partition);
        ObjectNode range = Json.MAPPER
                .createObjectNode()
                .put("_rid", rid)
                .put("id", partition.id())
                .put("_etag", "\"" + rid + "\"")
                .put("minInclusive", partition.range().min().toString())
                .put("maxExclusive", partition.range().max().toString())
                .put("ridPrefix", partition.index())
                .put("_self", container.self() + "pkranges/" + rid + "/")
                .put("throughputFraction", 1.0 / container.partitions().size())
                .put("status", "online")
                .put("_ts", container.identity().createdAt());
        range.putArray("parents");
        return range;
    }
}
