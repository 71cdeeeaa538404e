package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static io.dronedelivery.messaging.contract.ContractFixture.stops;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudevents.CloudEvent;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

interface DeliveryContract extends ContractFixture {

    @Test
    default void an_event_arrives_with_all_of_its_attributes_and_its_data() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()));

        publish("p-1", 1);

        eventually().until(() -> !depot.events().isEmpty());
        CloudEvent sent = Parcels.moved("p-1", 1);
        CloudEvent received = depot.events().get(0);
        assertThat(received.getAttributeNames()).containsAll(sent.getAttributeNames());
        for (String attribute : sent.getAttributeNames()) {
            assertThat(received.getAttribute(attribute)).as(attribute).isEqualTo(sent.getAttribute(attribute));
        }
        for (String extension : sent.getExtensionNames()) {
            assertThat(received.getExtension(extension)).as(extension).isEqualTo(sent.getExtension(extension));
        }
        assertThat(Objects.requireNonNull(received.getData()).toBytes())
                .isEqualTo(Objects.requireNonNull(sent.getData()).toBytes());
    }

    @Test
    default void each_group_gets_every_event() {
        List<Depot> depots = BrokerContract.GROUPS.stream()
                .map(group -> {
                    Depot depot = Depot.quick();
                    join(depot.subscription(channel(), group));
                    return depot;
                })
                .toList();

        publish("p-1", 1, 5);

        for (Depot depot : depots) {
            eventually().untilAsserted(() -> assertThat(depot.stopsOf("p-1")).isEqualTo(stops("p-1", 1, 5)));
        }
    }

    @Test
    default void an_event_that_was_published_twice_comes_with_the_same_id_and_disturbs_nothing() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()));

        publish("p-1", 1);
        publish("p-1", 1);
        publish("p-1", 2);

        eventually().untilAsserted(() -> assertThat(depot.stopsOf("p-1")).isEqualTo(stops("p-1", 1, 2)));
        assertThat(depot.timesBegun("p-1:1")).isBetween(1L, 2L);
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    default void what_a_member_had_not_finished_when_it_crashed_is_delivered_again() {
        Depot crashing = Depot.doing(event -> Mono.never());
        BrokerHarness.Member member = join(crashing.subscription(channel()));
        publish("p-1", 1, 3);
        eventually().until(() -> crashing.begun().contains("p-1:1"));

        member.crash();
        Depot next = Depot.quick();
        join(next.subscription(channel()));

        eventually().untilAsserted(() -> assertThat(next.stopsOf("p-1")).isEqualTo(stops("p-1", 1, 3)));
    }

    @Test
    default void events_that_are_done_are_not_delivered_again_because_one_before_them_is_not() {
        List<String> parcels = broker().keysHandledInParallel(2);
        Sinks.Empty<Void> gate = Sinks.empty();
        Depot depot = Depot.doing(event -> event.getId().equals(parcels.get(0) + ":1") ? gate.asMono() : Mono.empty());
        join(depot.subscription(channel()));
        publish(parcels.get(0), 1);
        publish(parcels.get(1), 1, 5);
        eventually().until(() -> depot.finished().size() == 5);

        gate.tryEmitEmpty();

        eventually().until(() -> depot.finished().size() == 6);
        publish(parcels.get(1), 6);
        eventually().until(() -> depot.finished().size() == 7);
        assertThat(depot.begunByCount().values()).containsOnly(1L);
    }

    @Test
    default void an_event_that_is_too_large_is_refused_and_the_next_one_is_not() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()));

        assertThatThrownBy(
                        () -> broker().publisher().publish(tooLarge("p-1", 1)).block(BrokerContract.TIMEOUT))
                .isInstanceOf(EventTooLargeException.class)
                .hasMessageContaining("p-1:1");

        publish("p-1", 2);
        eventually().untilAsserted(() -> assertThat(depot.finished()).containsExactly("p-1:2"));
    }
}
