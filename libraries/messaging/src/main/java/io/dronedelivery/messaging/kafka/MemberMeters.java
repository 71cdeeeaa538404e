package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.event.EventSubscription;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The meters of a group's member, whichever consumer it has at the moment: a registry gives the meters that it has already to whoever
 * registers others with their names and tags, so those of a consumer that hangs would be kept. Any thread may call it.
 */
final class MemberMeters implements AutoCloseable {

    private final EventSubscription subscription;
    private final Supplier<@Nullable GroupProgress> progress;
    private final MeterRegistry registry;
    private final List<Meter> own;
    private @Nullable KafkaClientMetrics ofClient;

    /** @param progress of the current membership; null before there is one */
    MemberMeters(EventSubscription subscription, Supplier<@Nullable GroupProgress> progress, MeterRegistry registry) {
        this.subscription = subscription;
        this.progress = progress;
        this.registry = registry;
        this.own = List.of(
                gauge(
                        "messaging.kafka.running",
                        "Events whose work runs or waits for one of its key",
                        GroupProgress::running),
                gauge("messaging.kafka.uncommitted", "Events taken and not committed", GroupProgress::uncommitted),
                gauge(
                        "messaging.kafka.lag",
                        "Events of this member's partitions that are not committed, those that were not polled included",
                        GroupProgress::lag),
                gauge(
                        "messaging.consumer.oldest.age",
                        "Age in seconds of the oldest event that is in work or waits for one of its key",
                        current -> current.oldestAge().toMillis() / 1000.0));
    }

    private Gauge gauge(String name, String description, ToDoubleFunction<GroupProgress> value) {
        return Gauge.builder(name, () -> {
                    GroupProgress current = progress.get();
                    return current == null ? 0 : value.applyAsDouble(current);
                })
                .description(description)
                .tag("messaging.destination.name", subscription.channel())
                .tag("messaging.consumer.group.name", subscription.group())
                .register(registry);
    }

    /** The client's own meters are that consumer's from now on, until it closes. */
    synchronized void of(MemberConsumer consumer) {
        closeThoseOfTheClient();
        KafkaClientMetrics made = new KafkaClientMetrics(consumer);
        made.bindTo(registry);
        ofClient = made;
        consumer.whenClosed(() -> closed(made));
    }

    private synchronized void closed(KafkaClientMetrics ended) {
        // Closing them once more would take away those of the next consumer, which have the same names.
        if (ofClient == ended) {
            closeThoseOfTheClient();
        }
    }

    private void closeThoseOfTheClient() {
        KafkaClientMetrics present = ofClient;
        ofClient = null;
        if (present != null) {
            present.close();
        }
    }

    /** The member has no further consumer. */
    @Override
    public synchronized void close() {
        own.forEach(registry::remove);
    }
}
