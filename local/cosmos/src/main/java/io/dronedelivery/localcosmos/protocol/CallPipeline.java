package io.dronedelivery.localcosmos.protocol;

import io.dronedelivery.localcosmos.CosmosCall;
import io.dronedelivery.localcosmos.store.Container;
import io.dronedelivery.localcosmos.store.PhysicalPartition;
import io.dronedelivery.localcosmos.store.ServiceException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/** The steps around every handler: signature, faults, latency, the record. */
record CallPipeline(
        MasterKey key,
        Handler router,
        Region region,
        CosmosFaults faults,
        InstantSource clock,
        Consumer<CosmosCall> recorder) {
    private static final Logger log = LoggerFactory.getLogger(CallPipeline.class);

    /** @param timer where a delayed answer continues: the call's own event loop */
    Mono<CallReply> handle(Call call, ScheduledExecutorService timer) {
        call.region(region.name());
        return Mono.defer(() -> {
                    Unmodelled.refuse(call.path());
                    key.check(call.method(), call.path(), call.header("authorization"), call.header(Headers.DATE));
                    Unmodelled.refuse(call);
                    CallReply refusal = refusal(call);
                    return refusal == null ? router.handle(call) : Mono.just(refusal);
                })
                .onErrorResume(e -> Mono.just(failure(call, e)))
                .flatMap(reply -> heldBack(call, reply, timer))
                .doOnNext(reply -> record(call, reply));
    }

    /** A region that is unavailable still has the account's document: in Azure its host name then leads to another region. */
    private @Nullable CallReply refusal(Call call) {
        CallReply injected = call.path().segments().isEmpty() ? null : faults.refusal(call);
        if (injected == null && !region.takesWrites() && call.isWrite()) {
            throw ServiceException.writeForbidden(region.name());
        }
        return injected;
    }

    private static CallReply failure(Call call, Throwable e) {
        if (e instanceof ServiceException refusal) {
            return CallReply.failed(refusal);
        }
        log.error("{} {} failed", call.method(), call.path().segments(), e);
        return CallReply.error(500, 0, "InternalServerError", "LocalCosmos failed: " + e);
    }

    /** Delays an answer. Throttled calls are refused at once, because no partition worked on them. */
    private Mono<CallReply> heldBack(Call call, CallReply reply, ScheduledExecutorService timer) {
        PhysicalPartition partition = call.partition();
        if (partition == null || reply.status() == 429) {
            return Mono.just(reply);
        }
        long nanos = region.nextLatency()
                .plus(faults.delay(call, Objects.requireNonNull(call.container()), partition))
                .toNanos();
        if (nanos <= 0) {
            return Mono.just(reply);
        }
        return Mono.create(sink -> {
            Future<?> timeout = timer.schedule(() -> sink.success(reply), nanos, TimeUnit.NANOSECONDS);
            sink.onDispose(() -> timeout.cancel(false));
        });
    }

    private void record(Call call, CallReply reply) {
        Instant now = clock.instant();
        Container container = call.container();
        PhysicalPartition partition = call.partition();
        recorder.accept(new CosmosCall(
                region.name(),
                container == null ? databaseIn(call) : container.database(),
                container == null ? "" : container.id(),
                call.operation(),
                partition == null ? "" : partition.id(),
                reply.status(),
                reply.subStatus(),
                reply.charge(),
                call.startedAt(),
                Duration.between(call.startedAt(), now),
                reply.items(),
                reply.retryAfter()));
    }

    private static String databaseIn(Call call) {
        return call.path().segments().size() > 1 && call.path().shape().startsWith("dbs")
                ? call.path().id(0)
                : "";
    }
}
