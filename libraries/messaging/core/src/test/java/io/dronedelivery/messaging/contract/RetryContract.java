package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static io.dronedelivery.messaging.contract.ContractFixture.stops;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.InvalidEventException;
import io.dronedelivery.messaging.event.RetryProperties;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

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

    @Test
    default void an_event_whose_observation_meets_an_error_of_the_jvm_at_its_beginning_is_tried_again_in_its_place() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()), BrokerContract.QUICK, ObservationsThatFail.atStart(2, missingMethod()));

        publish("p-1", 1, 3);

        eventually().untilAsserted(() -> assertThat(depot.finished()).isEqualTo(stops("p-1", 1, 3)));
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    default void an_event_whose_observation_meets_an_error_of_the_jvm_at_its_end_keeps_nothing_from_being_handled() {
        Depot depot = Depot.doing(
                event -> Mono.delay(Duration.ofMillis(10), Schedulers.single()).then());
        join(depot.subscription(channel()), BrokerContract.QUICK, ObservationsThatFail.atEnd(2, missingMethod()));

        publish("p-1", 1, 3);

        eventually().untilAsserted(() -> assertThat(depot.finished()).endsWith("p-1:3"));
        assertThat(depot.overtaken()).isEmpty();
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    default void a_dead_letter_whose_observation_meets_an_error_of_the_jvm_is_written_all_the_same() {
        Depot depot = Depot.doing(event -> event.getId().equals("p-1:1")
                ? Mono.error(new IllegalStateException("The parcel ticks"))
                : Mono.empty());
        join(depot.subscription(channel()), BrokerContract.QUICK, ObservationsThatFail.atFailure(1, missingMethod()));

        publish("p-1", 1, 2);

        eventually().untilAsserted(() -> assertThat(depot.finished()).containsExactly("p-1:2"));
        eventually().untilAsserted(() -> assertThat(deadLetters()).hasSize(1));
    }

    private static Supplier<Error> missingMethod() {
        return () -> new NoSuchMethodError("Tracer.pen()");
    }

    private static ObservationRegistry observationsThatFail(int times) {
        return ObservationsThatFail.atStart(times, () -> new IllegalStateException("The tracer has lost its pen"));
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
