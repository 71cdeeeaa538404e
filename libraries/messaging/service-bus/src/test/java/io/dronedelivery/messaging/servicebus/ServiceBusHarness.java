package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.localservicebus.LocalServiceBus;
import io.dronedelivery.messaging.contract.BrokerContract;
import io.dronedelivery.messaging.contract.BrokerHarness;
import io.dronedelivery.messaging.contract.DeadLetter;
import io.dronedelivery.messaging.contract.RawMessage;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.RetryProperties;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** The adapter as an application has it, and a local Service Bus. */
final class ServiceBusHarness implements BrokerHarness {

    private static final int LANES = 8;
    private static final Map<String, Object> PROPERTIES = Map.of(
            "messaging.servicebus.send.timeout", "30s",
            "messaging.servicebus.consumer.session-idle-timeout", "2s",
            "messaging.servicebus.lanes", LANES);

    private final LocalServiceBus bus =
            LocalServiceBus.start(options -> BrokerContract.CHANNELS.forEach(channel -> options.topic(
                    channel,
                    topic -> BrokerContract.GROUPS.forEach(group -> topic.subscription(
                            group,
                            subscription -> subscription.requiresSession(true).maxDeliveryCount(100))))));

    private final List<ApplicationMember> members = new ArrayList<>();
    private final ConfigurableApplicationContext publishing =
            ServiceBusApplication.start(bus.connectionString(), PROPERTIES, List.of());
    private @Nullable ConfigurableApplicationContext publishingHastily;

    @Override
    public EventPublisher publisher() {
        return publishing.getBean(EventPublisher.class);
    }

    @Override
    public EventPublisher hastyPublisher() {
        if (publishingHastily == null) {
            Map<String, Object> hasty = new HashMap<>(PROPERTIES);
            hasty.put("messaging.servicebus.send.timeout", "2s");
            publishingHastily = ServiceBusApplication.start(bus.connectionString(), hasty, List.of());
        }
        return publishingHastily.getBean(EventPublisher.class);
    }

    @Override
    public Member join(EventSubscription subscription, RetryProperties retry, ObservationRegistry observations) {
        ApplicationMember member = new ApplicationMember(ServiceBusApplication.start(
                bus.connectionString(),
                PROPERTIES,
                retry,
                new MessageSpans(observations, "servicebus"),
                List.of(subscription)));
        members.add(member);
        return member;
    }

    @Override
    public void sendRaw(String channel, RawMessage raw) {
        ServiceBusMessage message = new ServiceBusMessage(raw.data()).setSessionId(new Lanes(LANES).of(raw.key()));
        raw.attributes().forEach((name, value) -> {
            if (name.equals("datacontenttype")) {
                message.setContentType(value);
            } else {
                message.getApplicationProperties().put(CloudEventMessages.PREFIX + name, value);
            }
        });
        try (ServiceBusSenderClient sender =
                client().sender().topicName(channel).buildClient()) {
            sender.sendMessage(message);
        }
    }

    @Override
    public List<DeadLetter> deadLetters(String channel, String group) {
        try (ServiceBusReceiverClient receiver = client().receiver()
                .topicName(channel)
                .subscriptionName(group)
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .buildClient()) {
            return receiver.peekMessages(100).stream()
                    .map(message -> new DeadLetter(
                            message.getDeadLetterReason(),
                            message.getDeadLetterErrorDescription(),
                            message.getBody().toBytes()))
                    .toList();
        }
    }

    private ServiceBusClientBuilder client() {
        return new ServiceBusClientBuilder().connectionString(bus.connectionString());
    }

    @Override
    public void stopBroker() {
        bus.faults().begin("unavailable,for=1h");
    }

    @Override
    public void startBroker() {
        bus.faults().clear();
    }

    /** A session's lock ends with its link. */
    @Override
    public void fence(String group) {
        bus.faults().dropConnections();
    }

    @Override
    public int refusedDataBytes() {
        return 300 * 1024;
    }

    @Override
    public List<String> keysHandledInParallel(int count) {
        Lanes lanes = new Lanes(LANES);
        Set<String> taken = new HashSet<>();
        return IntStream.range(0, 1000)
                .mapToObj(i -> "parcel-" + i)
                .filter(parcel -> taken.add(lanes.of(parcel)))
                .limit(count)
                .toList();
    }

    @Override
    public List<String> keysThatTakeAllRoom() {
        return keysHandledInParallel(LANES);
    }

    @Override
    public void close() {
        members.forEach(ApplicationMember::crash);
        publishing.close();
        if (publishingHastily != null) {
            publishingHastily.close();
        }
        bus.close();
    }

    private record ApplicationMember(ConfigurableApplicationContext application) implements Member {

        @Override
        public Mono<Void> stop() {
            return Mono.<Void>fromRunnable(application::close).subscribeOn(Schedulers.boundedElastic());
        }

        @Override
        public void crash() {
            if (application.isActive()) {
                application.getBean(ServiceBusConsumers.class).shutDown().block(Duration.ofSeconds(30));
                application.close();
            }
        }
    }
}
