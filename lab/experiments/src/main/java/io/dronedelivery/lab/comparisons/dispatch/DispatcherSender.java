package io.dronedelivery.lab.comparisons.dispatch;

import io.dronedelivery.lab.comparisons.peers.BrokerProcess;
import io.dronedelivery.messaging.dispatch.BoundedDispatcher;
import io.dronedelivery.messaging.dispatch.DispatchProperties;
import io.dronedelivery.messaging.dispatch.DispatchSink;
import io.dronedelivery.messaging.dispatch.SinkKind;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.servicebus.ServiceBusMessagingAutoConfiguration;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;

/** The dispatcher on the Service Bus publisher of an application, with its queue never empty. */
final class DispatcherSender extends Sender {

    /** Callers for each message in flight: those without a message in flight keep the queue filled. */
    private static final int CALLERS = 2;

    private final EventLoad load;
    private final ConfigurableApplicationContext application;
    private final BoundedDispatcher dispatcher;

    /**
     * @param inFlight messages
     * @param batch how many of those that come while a transfer is under way go together in the next
     */
    DispatcherSender(
            String name, String title, int inFlight, int batch, EventLoad load, RateOptions options, int brokerPort) {
        super(name, title, 1, inFlight * CALLERS);
        this.load = load;
        application = start(inFlight, batch, options, brokerPort);
        dispatcher = dispatcher(application.getBean(EventPublisher.class), inFlight);
    }

    private static ConfigurableApplicationContext start(int inFlight, int batch, RateOptions options, int brokerPort) {
        List<String> settings = new ArrayList<>(List.of(
                "--spring.main.banner-mode=off",
                "--logging.level.root=warn",
                "--messaging.broker=servicebus",
                "--messaging.servicebus.send.batch-messages=" + batch,
                "--messaging.servicebus.connections.min=" + options.connections(),
                "--messaging.servicebus.connections.max=" + options.connections(),
                "--messaging.servicebus.connections.in-flight-per-connection=" + inFlight,
                "--messaging.servicebus.connections.channels=" + BrokerProcess.TOPIC,
                "--spring.cloud.azure.servicebus.connection-string=" + BrokerProcess.connectionString(brokerPort)));
        settings.addAll(options.publisherSettings());
        return new SpringApplicationBuilder(SenderApplication.class)
                .web(WebApplicationType.NONE)
                .run(settings.toArray(String[]::new));
    }

    private static BoundedDispatcher dispatcher(EventPublisher publisher, int inFlight) {
        DispatchProperties properties = new DispatchProperties(
                List.of(SinkKind.BROKER),
                CALLERS * inFlight,
                inFlight,
                1,
                Duration.ofMinutes(1),
                new DispatchProperties.Retry(1, Duration.ofMillis(1), Duration.ofMillis(1)));
        return new BoundedDispatcher(
                List.of(DispatchSink.broker("servicebus", publisher, null)), properties, new SimpleMeterRegistry());
    }

    @Override
    Mono<Void> send(long number) {
        return dispatcher.admit(1).dispatch(List.of(load.event(number)));
    }

    @Override
    public void close() {
        dispatcher.close();
        application.close();
    }

    /** No more of an application than the publisher. */
    @ImportAutoConfiguration(ServiceBusMessagingAutoConfiguration.class)
    static class SenderApplication {}
}
