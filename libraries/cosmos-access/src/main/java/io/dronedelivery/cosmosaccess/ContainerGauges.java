package io.dronedelivery.cosmosaccess;

import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ThroughputProperties;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * The gauges {@code cosmos.container.partitions} and {@code cosmos.container.throughput}, in request units a second. With autoscale the
 * throughput is the maximum. It is absent when it may not be read, or when the database shares it among its containers.
 */
final class ContainerGauges {

    private static final Logger log = LoggerFactory.getLogger(ContainerGauges.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int UNKNOWN = -1;

    private final CosmosAsyncContainer container;
    private final MeterRegistry registry;
    private final AtomicInteger partitions;
    private final AtomicInteger throughput = new AtomicInteger(UNKNOWN);

    ContainerGauges(CosmosAsyncContainer container, int partitions, MeterRegistry registry) {
        this.container = container;
        this.registry = registry;
        this.partitions = new AtomicInteger(partitions);
        register("cosmos.container.partitions", "physical partitions of the container", this.partitions);
    }

    /** Reads both again. A value that cannot be read stays as it was. */
    Mono<Void> refresh() {
        return Mono.whenDelayError(
                        container.getFeedRanges().map(List::size).doOnNext(partitions::set),
                        container.readThroughput().doOnNext(answer -> provisioned(answer.getProperties())))
                .timeout(TIMEOUT)
                .onErrorResume(failure -> {
                    log.debug("What container {} has cannot be read", container.getId(), failure);
                    return Mono.empty();
                });
    }

    private void provisioned(ThroughputProperties properties) {
        Integer manual = properties.getManualThroughput();
        int now = manual == null ? properties.getAutoscaleMaxThroughput() : manual;
        if (throughput.getAndSet(now) == UNKNOWN) {
            register(
                    "cosmos.container.throughput",
                    "request units a second that are provisioned; absent where they may not be read",
                    throughput);
        }
    }

    private void register(String meter, String description, AtomicInteger value) {
        Gauge.builder(meter, value, AtomicInteger::doubleValue)
                .description(description)
                .tag("container", container.getId())
                .register(registry);
    }
}
