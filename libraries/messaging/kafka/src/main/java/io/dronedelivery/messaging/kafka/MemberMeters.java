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
 * The meters of a group's member, for whichever consumer it has now. A registry returns existing meters for equal names and tags, so it
 * would keep those of a replaced consumer. Any thread may call it.
 */
final class MemberMeters implements AutoCloseable {

    private final EventSubscription subscription;
    private final Supplier<@Nullable GroupProgress> progress;
    private final MeterRegistry registry;
    private final List<Meter> own;
    private @Nullable KafkaClientMetrics ofClient;

    /** @param progress of the current membership; null before the first membership */
    MemberMeters(EventSubscription subscription, Supplier<@Nullable GroupProgress> progress, MeterRegistry registry) {
        this.subscription = subscription;
        this.progress = progress;
        this.registry = registry;
        this.own = List.of(
                gauge(
                        "messaging.kafka.running",
                        "Events in work or waiting for one of their key",
                        GroupProgress::running),
                gauge("messaging.kafka.uncommitted", "Events taken and not committed", GroupProgress::uncommitted),
                gauge(
                        "messaging.kafka.lag",
                        "Events of this member's partitions that are not committed, those that were not polled"
                                + " included; the client's own records.lag counts from what was fetched",
                        GroupProgress::lag),
                gauge(
                        "messaging.consumer.oldest.age",
                        "Seconds since the oldest event was published that is in work or waits for one of its key;"
                                + " while none is in work, for how long events have waited. Alert from a quarter of an"
                                + " hour on",
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

    /** Registers the client's own meters for that consumer, until it closes. */
    synchronized void of(MemberConsumer consumer) {
        closeThoseOfTheClient();
        KafkaClientMetrics made = new KafkaClientMetrics(consumer);
        made.bindTo(registry);
        ofClient = made;
        consumer.whenClosed(() -> closed(made));
    }

    private synchronized void closed(KafkaClientMetrics ended) {
        // Closing them again would remove those of the next consumer, which have the same names.
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

    /** Removes the meters, when the member has no further consumer. */
    @Override
    public synchronized void close() {
        own.forEach(registry::remove);
    }
}
