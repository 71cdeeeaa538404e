package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.contract.BrokerContract;
import io.dronedelivery.messaging.contract.BrokerHarness;
import org.junit.jupiter.api.Order;

/** Takes longest of all classes, so it begins first. */
@Order(1)
class ServiceBusContractTest extends BrokerContract {

    @Override
    protected BrokerHarness startHarness() {
        return new ServiceBusHarness();
    }
}
