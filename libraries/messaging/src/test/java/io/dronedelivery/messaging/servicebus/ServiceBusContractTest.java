package io.dronedelivery.messaging.servicebus;

import io.dronedelivery.messaging.contract.BrokerContract;
import io.dronedelivery.messaging.contract.BrokerHarness;

class ServiceBusContractTest extends BrokerContract {

    @Override
    protected BrokerHarness startHarness() {
        return new ServiceBusHarness();
    }
}
