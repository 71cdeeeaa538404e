package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static io.dronedelivery.messaging.contract.ContractFixture.stops;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.event.RetryProperties;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;

interface RetryContract extends ContractFixture {

    @Test
    default void a_handler_that_fails_is_called_again_and_the_next_event_of_the_key_waits() {
        AtomicInteger failures = new AtomicInteger(3);
        Depot depot = Depot.doing(event -> failures.getAndDecrement() > 0
                ? Mono.error(new IllegalStateException("The scanner is dirty"))
                : Mono.empty());
        join(depot.subscription(channel()));

        publish("p-1", 1, 2);

        eventually().untilAsserted(() -> assertThat(depot.stopsOf("p-1")).isEqualTo(stops("p-1", 1, 2)));
        assertThat(depot.begun()).containsExactly("p-1:1", "p-1:1", "p-1:1", "p-1:1", "p-1:2");
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    default void an_event_whose_handler_always_fails_goes_to_the_dead_letters_and_the_next_one_is_handled() {
        Depot depot = poisoned(event -> Mono.error(new IllegalStateException("The parcel ticks")));

        publish("p-1", 1, 2);

        eventually().untilAsserted(() -> assertThat(depot.finished()).containsExactly("p-1:2"));
        eventually()
                .untilAsserted(() -> assertThat(deadLetters()).singleElement().satisfies(letter -> {
                    assertThat(letter.reason()).isEqualTo("handler-failed");
                    assertThat(letter.description()).contains("4 times", "The parcel ticks");
                    assertThat(letter.data()).isEqualTo(dataOf("p-1", 1));
                }));
        assertThat(depot.timesBegun("p-1:1")).isEqualTo(4);
    }

    @Test
    default void an_event_that_the_handler_calls_invalid_goes_to_the_dead_letters_at_once() {
        Depot depot = poisoned(event -> Mono.error(new InvalidEventException("The field stop is negative")));

        publish("p-1", 1, 2);

        eventually().untilAsserted(() -> assertThat(depot.finished()).containsExactly("p-1:2"));
        eventually()
                .untilAsserted(() -> assertThat(deadLetters()).singleElement().satisfies(letter -> {
                    assertThat(letter.reason()).isEqualTo("invalid-data");
                    assertThat(letter.description()).contains("The field stop is negative");
                }));
        assertThat(depot.timesBegun("p-1:1")).isEqualTo(1);
    }

    @Test
    default void a_handler_that_throws_errors_does_not_stop_the_stream() {
        Depot depot = Depot.doing(event -> switch (event.getId()) {
            case "p-1:1" -> throw new AssertionError("No parcel is that small");
            case "p-1:2" -> Mono.just(event).map(RetryContract::overflow);
            default -> Mono.empty();
        });
        join(depot.subscription(channel()));

        publish("p-1", 1, 3);

        eventually().untilAsserted(() -> assertThat(depot.finished()).containsExactly("p-1:3"));
        eventually()
                .untilAsserted(() -> assertThat(deadLetters())
                        .extracting(DeadLetter::description)
                        .satisfiesExactly(
                                first -> assertThat(first).contains("No parcel is that small"),
                                second -> assertThat(second).contains("StackOverflowError")));
    }

    private static Void overflow(CloudEvent event) {
        throw new StackOverflowError("a parcel in a parcel");
    }

    @Test
    default void an_event_waits_in_its_place_for_as_long_as_something_that_its_handler_needs_is_away() {
        AtomicInteger outages = new AtomicInteger(40);
        Depot depot = Depot.doing(event -> outages.getAndDecrement() > 0
                ? Mono.error(new DependencyUnavailableException("The map is away", new IllegalStateException()))
                : Mono.empty());
        join(
                depot.subscription(channel()),
                new RetryProperties(2, Duration.ofMillis(5), Duration.ofMillis(20), Duration.ofMillis(100)));

        publish("p-1", 1, 3);

        eventually().untilAsserted(() -> assertThat(depot.stopsOf("p-1")).isEqualTo(stops("p-1", 1, 3)));
        assertThat(deadLetters()).isEmpty();
        assertThat(depot.begun().subList(0, 40)).containsOnly("p-1:1");
    }

    @Test
    default void an_event_that_fails_outside_of_its_handler_is_tried_again_in_its_place() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()), BrokerContract.QUICK, observationsThatFail(2));

        publish("p-1", 1, 3);

        eventually().untilAsserted(() -> assertThat(depot.finished()).isEqualTo(stops("p-1", 1, 3)));
        assertThat(deadLetters()).isEmpty();
    }

    /** The first ones cannot be begun. */
    private static ObservationRegistry observationsThatFail(int times) {
        AtomicInteger left = new AtomicInteger(times);
        ObservationRegistry registry = ObservationRegistry.create();
        registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }

            @Override
            public void onStart(Observation.Context context) {
                if (left.getAndDecrement() > 0) {
                    throw new IllegalStateException("The tracer has lost its pen");
                }
            }
        });
        return registry;
    }

    private Depot poisoned(Function<CloudEvent, Mono<Void>> poison) {
        Depot depot = Depot.doing(event -> event.getId().equals("p-1:1") ? poison.apply(event) : Mono.empty());
        join(depot.subscription(channel()));
        return depot;
    }

    private static byte[] dataOf(String parcel, int stop) {
        return Objects.requireNonNull(Parcels.moved(parcel, stop).getData()).toBytes();
    }
}
