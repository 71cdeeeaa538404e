package io.dronedelivery.lab.comparisons.dispatch;

import io.dronedelivery.localservicebus.LocalServiceBus;
import java.util.concurrent.CountDownLatch;

/** The broker, for a separate JVM: one topic without a subscription, so that it confirms messages and keeps none. */
public final class BrokerProcess {

    static final String TOPIC = "dispatch-load";

    private static final String KEY = "benchmark";

    private BrokerProcess() {}

    /** Starts and says where, until the process ends. */
    public static void main(String[] args) throws InterruptedException {
        try (LocalServiceBus bus = LocalServiceBus.start(o -> o.key(KEY).topic(TOPIC, topic -> {}))) {
            System.out.println("started on port " + bus.port());
            new CountDownLatch(1).await();
        }
    }

    /** How to reach a broker that says it is on that port. */
    static String connectionString(int port) {
        return "Endpoint=sb://localhost:" + port + ";SharedAccessKeyName=RootManageSharedAccessKey;SharedAccessKey="
                + KEY + ";UseDevelopmentEmulator=true;";
    }
}
