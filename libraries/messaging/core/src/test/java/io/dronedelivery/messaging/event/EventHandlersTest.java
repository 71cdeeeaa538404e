package io.dronedelivery.messaging.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import tools.jackson.databind.ObjectMapper;

class EventHandlersTest {

    private record Parcel(String number) {}

    private final EventHandlers handlers = new EventHandlers(
            new EventData(new ObjectMapper()),
            (trace, context) -> context.put("trace", trace),
            "No parcel can be taken now",
            UncheckedIOException.class::isInstance);

    @Test
    void the_work_gets_the_event_with_its_data_and_is_done_within_its_trace() {
        List<Object> seen = new ArrayList<>();

        handlers.of(
                        Parcel.class,
                        (event, parcel) -> Mono.deferContextual(context -> {
                            seen.addAll(List.of(event.getId(), parcel.number(), context.get("trace")));
                            return Mono.empty();
                        }))
                .handle(event("{\"number\":\"p-1\"}"))
                .block();

        assertThat(seen).containsExactly("e-1", "p-1", "00-trace");
    }

    @Test
    void data_that_does_not_fit_is_invalid_and_no_work_is_done() {
        assertThatThrownBy(() -> failing(new AssertionError("not to be called"))
                        .handle(event("{}"))
                        .block())
                .isInstanceOf(InvalidEventException.class)
                .hasMessageContaining("number");
    }

    @Test
    void what_is_away_is_told_from_what_is_wrong() {
        CloudEvent event = event("{\"number\":\"p-1\"}");
        UncheckedIOException unavailable = new UncheckedIOException("The lift is stuck", new java.io.IOException());
        BrokerUnavailableException noBroker = new BrokerUnavailableException("No broker", unavailable);

        assertThatThrownBy(() -> failing(unavailable).handle(event).block())
                .isInstanceOf(DependencyUnavailableException.class)
                .hasMessage("No parcel can be taken now: The lift is stuck");
        assertThatThrownBy(() -> failing(noBroker).handle(event).block())
                .isInstanceOf(DependencyUnavailableException.class)
                .hasMessage("No parcel can be taken now: No broker");
        assertThatThrownBy(() -> failing(new IllegalStateException("A bug"))
                        .handle(event)
                        .block())
                .isInstanceOf(IllegalStateException.class);
    }

    private EventHandler failing(Throwable failure) {
        return handlers.of(Parcel.class, (event, parcel) -> Mono.error(failure));
    }

    private static CloudEvent event(String data) {
        return CloudEventBuilder.v1()
                .withId("e-1")
                .withSource(URI.create("/test"))
                .withType("Taken")
                .withExtension("traceparent", "00-trace")
                .withData(data.getBytes(StandardCharsets.UTF_8))
                .build();
    }
}
