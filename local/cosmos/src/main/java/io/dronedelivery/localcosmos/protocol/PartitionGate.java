package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.RequestCharges;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.Scalar;
import io.dronedelivery.localcosmos.store.ServiceException;
import io.dronedelivery.localcosmos.throughput.PartitionBudget;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * The path of every data call to its physical partition. It finds the partition, refuses the call when the partition's request units are
 * spent, executes it and charges it. The answer tells the client the partition and its position.
 */
record PartitionGate(RequestCharges charges, CosmosFaults faults) {
    /** The partition that the call names by key range or by partition key, or null when it names none. */
    static @Nullable PhysicalPartition partitionNamedBy(Call call, Container container) {
        String rangeId = call.header(Headers.PARTITION_KEY_RANGE_ID);
        if (rangeId != null) {
            return container.partition(
                    rangeId.substring(rangeId.lastIndexOf(',') + 1)); // "<container rid>,<id>" is allowed
        }
        Scalar key = PartitionKeys.inHeader(call);
        return key == null ? null : container.partitionOf(key);
    }

    /** Executes {@code work}, or refuses the call. */
    Mono<CallReply> pass(
            Call call,
            Container container,
            PhysicalPartition partition,
            Function<PhysicalPartition, Mono<CallReply>> work) {
        call.partition(partition);
        CallReply injected = faults.refusal(call, container, partition);
        if (injected != null) {
            return Mono.just(placed(injected.charge(charges.throttled()), container, partition));
        }
        PartitionBudget budget = container.throughput().of(partition.index());
        Optional<Duration> refusal = budget.refusal();
        if (refusal.isPresent()) {
            return Mono.just(
                    placed(CallReply.throttled(refusal.get()).charge(charges.throttled()), container, partition));
        }
        return Mono.defer(() -> {
                    SessionTokens.check(call, partition);
                    return work.apply(partition);
                })
                .onErrorResume(
                        ServiceException.class,
                        e -> Mono.just(CallReply.failed(e).charge(charges.read(0))))
                .map(reply -> {
                    budget.spend(reply.charge());
                    return placed(reply, container, partition);
                });
    }

    private static CallReply placed(CallReply reply, Container container, PhysicalPartition partition) {
        long lsn = partition.lsn();
        return reply.header(Headers.SESSION_TOKEN, SessionTokens.of(partition, lsn))
                .header(Headers.LSN, Long.toString(lsn))
                .header(Headers.PARTITION_KEY_RANGE_ID, partition.id())
                .header(Headers.ALT_CONTENT_PATH, container.path())
                .header(Headers.CONTENT_PATH, container.rid());
    }
}
