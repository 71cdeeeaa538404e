package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Selection;
import java.util.Objects;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import tools.jackson.databind.node.ObjectNode;

/** Runs queries on one physical partition, and plans queries that a client must run on several. */
record QueryHandler(PartitionGate gate, RequestCharges charges, Scheduler scans) implements Handler {
    /** Documents that an event loop may process in one go, in about a millisecond. The scan threads process more. */
    private static final int MAX_ON_EVENT_LOOP = 500;

    @Override
    public Mono<CallReply> handle(Call call) {
        call.operation("query");
        Container container = Objects.requireNonNull(call.container());
        QueryRequest request = QueryRequest.of(call, container);
        return gate.pass(call, container, request.partition(), partition -> run(call, container, partition, request));
    }

    private Mono<CallReply> run(Call call, Container container, PhysicalPartition partition, QueryRequest request) {
        Selection selection = request.selection();
        if (!partition.isPrepared(selection)) {
            return Mono.fromCallable(() -> {
                        if (!partition.isPrepared(selection)) { // another call may have prepared it
                            partition.prepare(selection);
                        }
                        return new QueryRun(call, container, request);
                    })
                    .map(run -> run.reply(charges))
                    .subscribeOn(scans);
        }
        QueryRun run = new QueryRun(call, container, request);
        Mono<CallReply> reply = Mono.fromCallable(() -> run.reply(charges));
        boolean isShort =
                run.candidates() <= MAX_ON_EVENT_LOOP && !request.query().hasJoins();
        return isShort ? reply : reply.subscribeOn(scans);
    }

    Mono<CallReply> plan(Call call) {
        call.operation("query-plan");
        Container container = Objects.requireNonNull(call.container());
        ObjectNode plan = QueryPlans.of(call, container, Queries.parse(call.body()));
        QueryFeatures.check(call, plan.path("queryInfo"));
        return Mono.just(CallReply.of(200, plan).charge(charges.metadata()));
    }
}
