package io.dronedelivery.localcosmos.protocol;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.sql.BoundQuery;
import io.dronedelivery.localcosmos.sql.QueryPlan;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.EffectivePartitionKey;
import io.dronedelivery.localcosmos.store.Json;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.Selection;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.util.List;
import java.util.Objects;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** Runs queries on one physical partition, and plans those that a client has to run on several. */
final class QueryHandler implements Handler {
    /** Documents that an event loop may look at in one go: about a millisecond. More are left to the scan threads. */
    private static final int MAX_ON_EVENT_LOOP = 500;

    private final PartitionGate gate;
    private final RequestCharges charges;
    private final Scheduler scans;

    QueryHandler(PartitionGate gate, RequestCharges charges, Scheduler scans) {
        this.gate = gate;
        this.charges = charges;
        this.scans = scans;
    }

    @Override
    public Mono<Reply> handle(Call call) {
        call.operation("query");
        Container container = Objects.requireNonNull(call.container());
        BoundQuery query = Queries.parse(call.body());
        PhysicalPartition target = PartitionGate.partitionNamedBy(call, container);
        if (target == null) {
            throw ServiceException.crossPartitionNotServable();
        }
        Selection selection = Selections.of(call, query, container);
        return gate.pass(call, container, target, partition -> run(call, container, partition, query, selection));
    }

    private Mono<Reply> run(
            Call call, Container container, PhysicalPartition partition, BoundQuery query, Selection selection) {
        if (!partition.isPrepared(selection)) {
            return Mono.fromCallable(() -> {
                        if (!partition.isPrepared(selection)) { // another call may have been first
                            partition.prepare(selection);
                        }
                        return QueryRun.start(call, container, partition, query, selection);
                    })
                    .map(run -> run.reply(charges))
                    .subscribeOn(scans);
        }
        QueryRun run = QueryRun.start(call, container, partition, query, selection);
        Mono<Reply> reply = Mono.fromCallable(() -> run.reply(charges));
        return run.candidates() > MAX_ON_EVENT_LOOP ? reply.subscribeOn(scans) : reply;
    }

    /** The plan of a query: how the client puts the partitions' answers together, and which partitions it has to ask. */
    Mono<Reply> plan(Call call) {
        call.operation("query-plan");
        Container container = Objects.requireNonNull(call.container());
        BoundQuery query = Queries.parse(call.body());
        QueryPlan plan = Queries.complaining(() ->
                query.plan(List.of(container.definition().partitionKeyPath().toString())));
        QueryFeatures.check(call, plan.queryInfo());
        ObjectNode json = Json.MAPPER.createObjectNode().put("partitionedQueryExecutionInfoVersion", 2);
        json.set("queryInfo", plan.queryInfo());
        ArrayNode ranges = json.putArray("queryRanges");
        Scalar key = PartitionKeys.inHeader(call);
        List<EffectivePartitionKey> points = key != null
                ? List.of(EffectivePartitionKey.of(key))
                : plan.partitionKeys().stream()
                        .map(QueryHandler::epk)
                        .distinct()
                        .sorted()
                        .toList();
        points.forEach(point -> range(ranges, point.toString(), point.toString(), true));
        if (points.isEmpty()) {
            range(ranges, "", "FF", false);
        }
        return Mono.just(Reply.of(200, json).charge(charges.metadata()));
    }

    private static EffectivePartitionKey epk(List<JsonNode> key) {
        return EffectivePartitionKey.of(Objects.requireNonNull(Scalar.of(key.get(0))));
    }

    private static void range(ArrayNode ranges, String min, String max, boolean isMaxInclusive) {
        ranges.addObject()
                .put("min", min)
                .put("max", max)
                .put("isMinInclusive", true)
                .put("isMaxInclusive", isMaxInclusive);
    }
}
