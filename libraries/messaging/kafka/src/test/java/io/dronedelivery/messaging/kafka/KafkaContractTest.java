package io.dronedelivery.messaging.kafka;

import io.dronedelivery.messaging.contract.BrokerContract;
import io.dronedelivery.messaging.contract.BrokerHarness;
import java.nio.file.Path;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;

@Order(2)
class KafkaContractTest extends BrokerContract {

    @TempDir
    static Path directory;

    @Override
    protected BrokerHarness startHarness() {
        return KafkaHarness.of(directory);
    }
}
