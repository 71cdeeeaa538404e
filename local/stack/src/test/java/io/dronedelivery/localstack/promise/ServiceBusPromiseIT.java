package io.dronedelivery.localstack.promise;

import io.dronedelivery.localstack.option.Broker;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(
        named = "promise.broker",
        matches = "(?!servicebus$).+",
        disabledReason = "the other broker was asked for")
class ServiceBusPromiseIT extends PromiseCases {

    ServiceBusPromiseIT() {
        super(Broker.SERVICEBUS);
    }
}
