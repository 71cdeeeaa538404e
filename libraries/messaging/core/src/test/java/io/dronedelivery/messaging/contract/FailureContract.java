package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static io.dronedelivery.messaging.contract.ContractFixture.stops;
import static org.assertj.core.api.Assertions.assertThat;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.DeadLetterReason;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.RetryProperties;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** Failures that last: of all events, and of one alone. */
interface FailureContract extends ContractFixture {

    /** An event that alone never ends has a second, a type that is paused is tried often. */
    RetryProperties SHORT = new RetryProperties(
            4,
            Duration.ofMillis(5),
            Duration.ofMillis(20),
            Duration.ofMillis(300),
            new RetryProperties.Parking(Duration.ofSeconds(1), 1_000_000, 1_000_000),
            new RetryProperties.Breaker(3, Duration.ofMillis(10), Duration.ofMillis(50)));

    /** Attempts are not used up before all of the first events have failed once, and a type that is paused is tried often. */
    RetryProperties UNHURRIED = new RetryProperties(
            4,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofMinutes(1),
            RetryProperties.Parking.DEFAULT,
            new RetryProperties.Breaker(3, Duration.ofMillis(10), Duration.ofMillis(50)));

    /** When none of a type is done, one is given up every half a second; alone an event has a second. */
    RetryProperties STANDING = new RetryProperties(
            4,
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            Duration.ofMinutes(1),
            new RetryProperties.Parking(
                    Duration.ofSeconds(1), 1_000_000, 1_000_000, Duration.ofMillis(500), Duration.ofMillis(500)),
            new RetryProperties.Breaker(3, Duration.ofMillis(10), Duration.ofMillis(50)));

    @Test
    default void a_failure_of_all_events_that_nobody_foresaw_sends_none_to_the_dead_letters_however_long_it_lasts() {
        List<String> parcels = broker().keysHandledInParallel(3);
        Set<String> arrived = ConcurrentHashMap.newKeySet();
        Sinks.Empty<Void> all = Sinks.empty();
        AtomicBoolean broken = new AtomicBoolean(true);
        Depot depot = Depot.doing(event -> {
            if (!broken.get()) {
                return Mono.empty();
            }
            arrived.add(event.getId());
            if (arrived.size() == parcels.size()) {
                all.tryEmitEmpty();
            }
            return all.asMono().then(Mono.error(new IllegalStateException("The column is gone")));
        });
        join(depot.subscription(channel()), UNHURRIED);

        parcels.forEach(parcel -> publish(parcel, 1, 5));

        // Twice as many calls as would send each of the first events to the dead letters.
        eventually().until(() -> depot.begun().size() > 24);
        assertThat(deadLetters()).isEmpty();
        broken.set(false);
        for (String parcel : parcels) {
            eventually().untilAsserted(() -> assertThat(depot.stopsOf(parcel)).isEqualTo(stops(parcel, 1, 5)));
        }
        assertThat(depot.overtaken()).isEmpty();
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    default void a_burst_of_events_that_nobody_foresaw_to_fail_does_not_stop_those_behind_it_for_good() {
        List<String> parcels = broker().keysHandledInParallel(4);
        Set<String> arrived = ConcurrentHashMap.newKeySet();
        Sinks.Empty<Void> all = Sinks.empty();
        Depot depot = Depot.doing(event -> {
            if (!event.getId().endsWith(":1")) {
                return Mono.empty();
            }
            arrived.add(event.getId());
            if (arrived.size() == parcels.size()) {
                all.tryEmitEmpty();
            }
            return all.asMono().then(Mono.error(new IllegalStateException("The parcel ticks")));
        });
        join(depot.subscription(channel()), STANDING);

        parcels.forEach(parcel -> publish(parcel, 1, 3));

        for (String parcel : parcels) {
            eventually().untilAsserted(() -> assertThat(depot.stopsOf(parcel)).isEqualTo(stops(parcel, 2, 3)));
        }
        assertThat(depot.overtaken()).isEmpty();
        eventually()
                .untilAsserted(() -> assertThat(deadLetters())
                        .hasSameSizeAs(parcels)
                        .anySatisfy(letter -> {
                            assertThat(letter.reason()).isEqualTo(DeadLetterReason.PARKED);
                            assertThat(letter.description())
                                    .contains("no event of its type was done", "The parcel ticks");
                        }));
    }

    @Test
    default void events_that_are_never_done_and_take_all_room_do_not_stop_those_behind_them_for_good() {
        Set<String> stuck = Set.copyOf(broker().keysThatTakeAllRoom());
        Depot depot = Depot.doing(event -> stuck.contains(event.getSubject())
                ? Mono.error(new DependencyUnavailableException("The map is away", new Exception()))
                : Mono.empty());
        join(depot.subscription(channel()), STANDING);
        broker().publisher()
                .publishAll(stuck.stream()
                        .map(parcel -> Parcels.to(channel(), parcel, 1))
                        .toList())
                .block(BrokerContract.TIMEOUT);
        eventually().until(() -> Set.copyOf(depot.begun()).size() == stuck.size());

        List<String> others =
                IntStream.rangeClosed(1, 30).mapToObj(n -> "other-" + n).toList();
        others.forEach(parcel -> publish(parcel, 1));

        eventually()
                .untilAsserted(() -> assertThat(depot.finished())
                        .containsExactlyInAnyOrderElementsOf(
                                others.stream().map(parcel -> parcel + ":1").toList()));
        // The others follow one after the other, a standstill apart.
        eventually()
                .untilAsserted(() -> assertThat(deadLetters())
                        .isNotEmpty()
                        .allSatisfy(letter -> assertThat(letter.reason()).isEqualTo(DeadLetterReason.PARKED)));
    }

    @Test
    default void an_event_that_never_ends_is_parked_while_others_are_done_and_the_next_one_of_its_key_is_handled() {
        parked(
                event -> Mono.error(new DependencyUnavailableException("The map is away", new Exception())),
                "The map is away");
    }

    @Test
    default void an_event_whose_handler_never_answers_is_parked_too() {
        parked(event -> Mono.never(), "did not answer within PT0.3S");
    }

    @Test
    default void an_event_that_the_jvm_cannot_handle_is_parked_too() {
        parked(
                event -> {
                    throw new NoClassDefFoundError("parcel/Wrapping");
                },
                "parcel/Wrapping");
    }

    private void parked(Function<CloudEvent, Mono<Void>> work, String description) {
        List<String> parcels = broker().keysHandledInParallel(2);
        String stuck = parcels.get(0);
        String other = parcels.get(1);
        Depot depot = Depot.doing(event -> event.getId().equals(stuck + ":1") ? work.apply(event) : Mono.empty());
        join(depot.subscription(channel()), SHORT);
        publish(stuck, 1, 2);

        AtomicInteger stop = new AtomicInteger();
        eventually().pollInterval(Duration.ofMillis(10)).until(() -> {
            publish(other, stop.incrementAndGet());
            return depot.finished().contains(stuck + ":2");
        });

        eventually()
                .untilAsserted(() -> assertThat(deadLetters()).singleElement().satisfies(letter -> {
                    assertThat(letter.reason()).isEqualTo(DeadLetterReason.PARKED);
                    assertThat(letter.description()).contains(description, "PT1", "calls");
                }));
        eventually().untilAsserted(() -> assertThat(depot.stopsOf(other)).isEqualTo(stops(other, 1, stop.get())));
    }

    @Test
    default void an_outage_for_all_parks_nothing() {
        List<String> parcels = broker().keysHandledInParallel(3);
        AtomicBoolean unavailable = new AtomicBoolean(true);
        Depot depot = Depot.doing(event -> unavailable.get()
                ? Mono.error(new DependencyUnavailableException("The map is away", new Exception()))
                : Mono.empty());
        join(depot.subscription(channel()), SHORT);
        parcels.forEach(parcel -> publish(parcel, 1, 2));

        // At up to 30 ms between calls, several times as long as one that is alone has.
        eventually().until(() -> parcels.stream().allMatch(parcel -> depot.timesBegun(parcel + ":1") > 200));
        unavailable.set(false);

        for (String parcel : parcels) {
            eventually().untilAsserted(() -> assertThat(depot.stopsOf(parcel)).isEqualTo(stops(parcel, 1, 2)));
        }
        assertThat(deadLetters()).isEmpty();
    }
}
