package io.dronedelivery.dronesimulator;

import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.servicebus.ServiceBusMessagingAutoConfiguration;
import java.util.HashMap;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application that has no more than the publisher of {@code messaging}, which batches by itself: a channel's lanes are its business. */
record SimulatorSenders(ConfigurableApplicationContext application, String channel, int mostOfEach) implements Senders {

    /** Of all threads. */
    private static final int MOST_OUTSTANDING = 20_000;

    static SimulatorSenders connect(SimulatorSettings.SimulatorTarget target, int threads) {
        Map<String, Object> properties = new HashMap<>();
        properties.put("spring.main.banner-mode", "off");
        properties.put("logging.level.root", "warn");
        properties.put("messaging.broker", "servicebus");
        properties.put("spring.cloud.azure.servicebus.connection-string", target.address());
        properties.put("messaging.servicebus.connections.channels", target.channel());
        properties.put("messaging.servicebus.connections.max-waiting", MOST_OUTSTANDING);
        properties.put("messaging.servicebus.send.timeout", target.timeout().toMillis() + "ms");
        properties.putAll(target.properties());
        ConfigurableApplicationContext application = new SpringApplicationBuilder(SimulatorApplication.class)
                .web(WebApplicationType.NONE)
                .properties(properties)
                .run();
        return new SimulatorSenders(application, target.channel(), MOST_OUTSTANDING / threads);
    }

    @Override
    public TelemetrySender open() {
        return new ServiceBusSender(application.getBean(EventPublisher.class), channel, mostOfEach);
    }

    @Override
    public void close() {
        application.close();
    }

    @ImportAutoConfiguration(ServiceBusMessagingAutoConfiguration.class)
    static class SimulatorApplication {}
}
