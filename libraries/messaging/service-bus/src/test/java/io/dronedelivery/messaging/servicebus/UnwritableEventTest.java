package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.dronedelivery.localservicebus.LocalServiceBusExtension;
import io.dronedelivery.messaging.event.EventAttributes;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import reactor.core.publisher.Mono;

/** An event with a text that AMQP cannot have. */
class UnwritableEventTest {

    private static final String QUEUE = "parcels";
    private static final Duration WAIT = Duration.ofSeconds(60);

    @RegisterExtension
    final LocalServiceBusExtension bus = LocalServiceBusExtension.with(o -> o.queue(QUEUE));

    private final ServiceBusProperties properties = new Binder(
                    new MapConfigurationPropertySource(Map.of("messaging.servicebus.lanes", "1")))
            .bindOrCreate("messaging.servicebus", ServiceBusProperties.class);
    private final SenderPool pool = new SenderPool(
            properties.connections(),
            WAIT,
            () -> new ServiceBusNamespace(bus.connectionString(), null).newConnection(WAIT));

    @AfterEach
    void close() {
        pool.close().block(WAIT);
    }

    @Test
    void it_fails_alone_and_not_with_those_of_its_transfer() {
        ServiceBusEventPublisher publisher = new ServiceBusEventPublisher(properties, pool);
        bus.faults().holdSends(QUEUE);
        Mono<Void> ahead = published(publisher, "ahead", "a");
        Mono<Void> unwritable = published(publisher, "unwritable", "\ud83d");
        Mono<Void> behind = published(publisher, "behind", "b");
        bus.faults().releaseSends(QUEUE);

        ahead.block(WAIT);
        behind.block(WAIT);
        assertThatIllegalArgumentException().isThrownBy(() -> unwritable.block(WAIT));
    }

    private static Mono<Void> published(ServiceBusEventPublisher publisher, String id, String subject) {
        Mono<Void> publication = publisher
                .publish(new OutboundEvent(
                        QUEUE,
                        CloudEventBuilder.v1()
                                .withId(id)
                                .withSource(URI.create("/depot"))
                                .withType("ParcelMoved")
                                .withSubject(subject)
                                .withExtension(EventAttributes.PARTITION_KEY, id)
                                .build()))
                .cache();
        publication.subscribe(nothing -> {}, failure -> {});
        return publication;
    }
}
