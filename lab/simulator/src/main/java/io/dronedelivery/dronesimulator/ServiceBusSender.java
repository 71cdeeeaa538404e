package io.dronedelivery.dronesimulator;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import io.dronedelivery.messaging.event.SchemaVersion;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Sends through the publisher of {@code messaging}, with a bound on what is outstanding: a message that finds no room waits. */
final class ServiceBusSender implements TelemetrySender {

    private static final URI SCHEMA = SchemaVersion.uri(Telemetry.TYPE, Telemetry.VERSION);

    private final EventPublisher publisher;
    private final String channel;
    private final int most;
    private final Semaphore room;

    /** @param most that may be outstanding; the publisher must take so many */
    ServiceBusSender(EventPublisher publisher, String channel, int most) {
        this.publisher = publisher;
        this.channel = channel;
        this.most = most;
        this.room = new Semaphore(most);
    }

    @Override
    public boolean send(Telemetry message, Acknowledgement acknowledgement) {
        boolean waits = !room.tryAcquire();
        if (waits) {
            room.acquireUninterruptibly();
        }
        publisher.publish(new OutboundEvent(channel, event(message))).subscribe(new Answer(acknowledgement));
        return waits;
    }

    private static CloudEvent event(Telemetry message) {
        return CloudEventBuilder.v1()
                .withId(message.id())
                .withSource(Telemetry.SOURCE)
                .withType(Telemetry.TYPE)
                .withDataSchema(SCHEMA)
                .withDataContentType(Telemetry.CONTENT_TYPE)
                .withData(message.data())
                .withExtension(EventAttributes.PARTITION_KEY, message.droneId())
                .build();
    }

    @Override
    public void finish(Duration limit) {
        try {
            if (room.tryAcquire(most, limit.toMillis(), TimeUnit.MILLISECONDS)) {
                room.release(most);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        // The publisher is of all threads.
    }

    private final class Answer implements CoreSubscriber<Void> {

        private final Acknowledgement acknowledgement;

        Answer(Acknowledgement acknowledgement) {
            this.acknowledgement = acknowledgement;
        }

        @Override
        public void onSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Void never) {
            // A publication has no value.
        }

        @Override
        public void onComplete() {
            acknowledgement.acknowledged();
            room.release();
        }

        @Override
        public void onError(Throwable why) {
            acknowledgement.failed(why);
            room.release();
        }
    }
}
