package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static io.dronedelivery.messaging.contract.ContractFixture.stops;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

interface OrderContract extends ContractFixture {

    @Test
    default void events_of_a_key_are_handled_one_after_another_in_the_order_of_their_publication() {
        Depot depot = Depot.doing(event -> Mono.delay(Duration.ofMillis(1)).then());
        join(depot.subscription(channel()));
        List<String> parcels = List.of("p-1", "p-2", "p-3", "p-4", "p-5", "p-6");

        for (int stop = 1; stop <= 15; stop++) {
            for (String parcel : parcels) {
                publish(parcel, stop);
            }
        }

        for (String parcel : parcels) {
            eventually().untilAsserted(() -> assertThat(depot.stopsOf(parcel)).isEqualTo(stops(parcel, 1, 15)));
        }
        assertThat(depot.overtaken()).isEmpty();
    }

    @Test
    default void events_of_a_key_that_are_published_together_keep_their_order() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()));
        List<String> parcels = List.of("p-1", "p-2");

        broker().publisher()
                .publishAll(java.util.stream.IntStream.rangeClosed(1, 20)
                        .boxed()
                        .flatMap(stop -> parcels.stream().map(parcel -> Parcels.to(channel(), parcel, stop)))
                        .toList())
                .block(BrokerContract.TIMEOUT);

        for (String parcel : parcels) {
            eventually().untilAsserted(() -> assertThat(depot.stopsOf(parcel)).isEqualTo(stops(parcel, 1, 20)));
        }
    }

    /** Whoever publishes all of them again would have them before it. */
    @Test
    default void events_behind_one_of_their_key_that_was_refused_are_not_published_either() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()));
        List<OutboundEvent> events =
                List.of(Parcels.to(channel(), "p-1", 1), tooLarge("p-1", 2), Parcels.to(channel(), "p-1", 3));

        assertThatThrownBy(() -> broker().publisher().publishAll(events).block(BrokerContract.TIMEOUT))
                .isInstanceOf(EventTooLargeException.class);

        publish("p-1", 2, 3);
        eventually().untilAsserted(() -> assertThat(depot.finished()).endsWith("p-1:2", "p-1:3"));
        assertThat(depot.begun()).containsExactly("p-1:1", "p-1:2", "p-1:3");
    }

    @Test
    default void events_of_different_keys_are_handled_at_the_same_time() {
        List<String> parcels = broker().keysHandledInParallel(3);
        AtomicInteger present = new AtomicInteger();
        Sinks.Empty<Void> allPresent = Sinks.empty();
        Depot depot = Depot.doing(event -> {
            if (present.incrementAndGet() == parcels.size()) {
                allPresent.tryEmitEmpty();
            }
            return allPresent.asMono();
        });
        join(depot.subscription(channel()));

        parcels.forEach(parcel -> publish(parcel, 1));

        eventually()
                .untilAsserted(() -> assertThat(depot.finished())
                        .containsExactlyInAnyOrderElementsOf(
                                parcels.stream().map(parcel -> parcel + ":1").toList()));
    }

    @Test
    default void a_handler_that_takes_long_holds_up_its_own_key_and_no_other() {
        List<String> parcels = broker().keysHandledInParallel(2);
        String slow = parcels.get(0);
        String quick = parcels.get(1);
        Sinks.Empty<Void> gate = Sinks.empty();
        Depot depot = Depot.doing(event -> event.getId().equals(slow + ":1") ? gate.asMono() : Mono.empty());
        join(depot.subscription(channel()));

        publish(slow, 1, 3);
        publish(quick, 1, 30);

        eventually().untilAsserted(() -> assertThat(depot.stopsOf(quick)).isEqualTo(stops(quick, 1, 30)));
        assertThat(depot.begun()).contains(slow + ":1").doesNotContain(slow + ":2");
        gate.tryEmitEmpty();
        eventually().untilAsserted(() -> assertThat(depot.stopsOf(slow)).isEqualTo(stops(slow, 1, 3)));
    }

    @Test
    default void order_is_kept_when_another_member_joins_in_the_middle() {
        Depot depot = Depot.doing(event -> Mono.delay(Duration.ofMillis(2)).then());
        List<String> parcels = List.of("p-1", "p-2", "p-3", "p-4", "p-5", "p-6", "p-7", "p-8");
        parcels.forEach(parcel -> publish(parcel, 1, 10));
        join(depot.subscription(channel()));
        eventually().until(() -> depot.finished().size() > 10);

        join(depot.subscription(channel()));
        parcels.forEach(parcel -> publish(parcel, 11, 20));

        for (String parcel : parcels) {
            eventually().untilAsserted(() -> assertThat(depot.stopsOf(parcel)).isEqualTo(stops(parcel, 1, 20)));
        }
        assertThat(depot.overtaken()).isEmpty();
    }
}
