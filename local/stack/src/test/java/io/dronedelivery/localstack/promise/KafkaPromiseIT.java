package io.dronedelivery.localstack.promise;

import io.dronedelivery.localstack.option.Broker;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(
        named = "promise.broker",
        matches = "(?!kafka$).+",
        disabledReason = "the other broker was asked for")
class KafkaPromiseIT extends PromiseCases {

    KafkaPromiseIT() {
        super(Broker.KAFKA);
    }
}
