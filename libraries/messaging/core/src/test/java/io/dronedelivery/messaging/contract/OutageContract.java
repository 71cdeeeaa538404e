package io.dronedelivery.messaging.contract;

import static io.dronedelivery.messaging.contract.ContractFixture.eventually;
import static io.dronedelivery.messaging.contract.ContractFixture.stops;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

interface OutageContract extends ContractFixture {

    @Test
    default void publications_fail_while_the_broker_is_away_and_work_when_it_is_back() {
        Depot depot = Depot.quick();
        join(depot.subscription(channel()));
        publishOnceItIsBack("p-1", 1);

        broker().stopBroker();
        try {
            assertThatThrownBy(() -> publishHastily("p-1", 2)).isInstanceOf(BrokerUnavailableException.class);
        } finally {
            broker().startBroker();
        }

        publishOnceItIsBack("p-1", 3);
        eventually().untilAsserted(() -> assertThat(depot.stopsOf("p-1")).contains("p-1:1", "p-1:3"));
    }

    @Test
    default void a_member_goes_on_when_the_broker_is_back() {
        Sinks.Empty<Void> gate = Sinks.empty();
        Depot depot = Depot.doing(event -> gate.asMono());
        join(depot.subscription(channel()));
        publish("p-1", 1, 3);
        eventually().until(() -> depot.begun().contains("p-1:1"));

        broker().stopBroker();
        gate.tryEmitEmpty();
        broker().startBroker();
        publishOnceItIsBack("p-1", 4);

        eventually().untilAsserted(() -> assertThat(depot.stopsOf("p-1")).isEqualTo(stops("p-1", 1, 4)));
        assertThat(depot.overtaken()).isEmpty();
    }
}
