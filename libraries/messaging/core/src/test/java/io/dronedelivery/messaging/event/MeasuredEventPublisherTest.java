package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.core.builder.CloudEventBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class MeasuredEventPublisherTest {

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void events_are_counted_by_channel_when_the_broker_has_them() {
        EventPublisher publisher = new MeasuredEventPublisher(event -> Mono.empty(), "kafka", meters);

        publisher.publish(to("requests")).block();
        publisher
                .publishAll(List.of(to("requests"), to("requests"), to("others")))
                .block();

        assertThat(sent("requests")).isEqualTo(3);
        assertThat(sent("others")).isEqualTo(1);
        assertThat(meters.get("messaging.client.operation.duration")
                        .tags("messaging.system", "kafka", "messaging.destination.name", "requests")
                        .timer()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void failures_are_timed_by_their_kind_and_nothing_counts_as_sent() {
        EventPublisher publisher = new MeasuredEventPublisher(
                event -> Mono.error(new BrokerUnavailableException("away", new IllegalStateException())),
                "kafka",
                meters);

        StepVerifier.create(publisher.publish(to("requests"))).verifyError(BrokerUnavailableException.class);

        assertThat(meters.get("messaging.client.operation.duration")
                        .tags("error.type", "BrokerUnavailableException")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("messaging.client.sent.messages").counter().count())
                .isZero();
    }

    private double sent(String channel) {
        return meters.get("messaging.client.sent.messages")
                .tags("messaging.destination.name", channel)
                .counter()
                .count();
    }

    private static OutboundEvent to(String channel) {
        return new OutboundEvent(
                channel,
                CloudEventBuilder.v1()
                        .withId("e-1")
                        .withSource(URI.create("/test"))
                        .withType("Requested")
                        .withExtension(EventAttributes.PARTITION_KEY, "d-1")
                        .build());
    }
}
