package io.dronedelivery.localservicebus;

import com.azure.core.amqp.AmqpRetryOptions;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSenderClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverClient;
import com.azure.messaging.servicebus.models.ServiceBusReceiveMode;
import com.azure.messaging.servicebus.models.SubQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The real SDK's clients for one test; closes them after it. Lock renewal is off, so that locks can be seen to end. */
final class Clients implements AfterEachCallback, AutoCloseable {
    /** For a busy machine; only a failure takes so long. Shorter than a lock, whose end gives back what a defect may not have. */
    static final Duration WAIT = Duration.ofSeconds(45);

    /** For what must not come. */
    static final Duration MOMENT = Duration.ofMillis(300);

    private final Supplier<String> connectionString;
    private final List<AutoCloseable> opened = new ArrayList<>();

    /** Clients of the bus that an extension runs. */
    Clients(LocalServiceBusExtension bus) {
        this(bus::connectionString);
    }

    Clients(Supplier<String> connectionString) {
        this.connectionString = connectionString;
    }

    ServiceBusClientBuilder builder() {
        return new ServiceBusClientBuilder()
                .connectionString(connectionString.get())
                .retryOptions(new AmqpRetryOptions()
                        .setTryTimeout(WAIT)
                        .setMaxRetries(1)
                        .setDelay(Duration.ofMillis(50)));
    }

    <T extends AutoCloseable> T keep(T client) {
        opened.add(client);
        return client;
    }

    ServiceBusSenderClient sender(String queue) {
        return keep(builder().sender().queueName(queue).buildClient());
    }

    ServiceBusSenderClient topicSender(String topic) {
        return keep(builder().sender().topicName(topic).buildClient());
    }

    ServiceBusReceiverClient receiver(String queue) {
        return receiver(queue, r -> {});
    }

    ServiceBusReceiverClient receiver(
            String queue, Consumer<ServiceBusClientBuilder.ServiceBusReceiverClientBuilder> options) {
        ServiceBusClientBuilder.ServiceBusReceiverClientBuilder builder =
                builder().receiver().queueName(queue).disableAutoComplete().maxAutoLockRenewDuration(Duration.ZERO);
        options.accept(builder);
        return keep(builder.buildClient());
    }

    ServiceBusReceiverClient deleting(String queue) {
        return receiver(queue, r -> r.receiveMode(ServiceBusReceiveMode.RECEIVE_AND_DELETE));
    }

    ServiceBusReceiverClient deadLetters(String queue) {
        return receiver(queue, r -> r.subQueue(SubQueue.DEAD_LETTER_QUEUE));
    }

    ServiceBusReceiverClient subscription(String topic, String name) {
        return keep(builder()
                .receiver()
                .topicName(topic)
                .subscriptionName(name)
                .disableAutoComplete()
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildClient());
    }

    ServiceBusSessionReceiverClient sessions(String queue) {
        return keep(builder()
                .sessionReceiver()
                .queueName(queue)
                .disableAutoComplete()
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildClient());
    }

    static ServiceBusMessage message(String body) {
        return new ServiceBusMessage(body);
    }

    static ServiceBusReceivedMessage one(ServiceBusReceiverClient receiver) {
        return receiver.receiveMessages(1, WAIT).stream()
                .findFirst()
                .orElseThrow(() -> new AssertionError("no message came within " + WAIT));
    }

    static List<String> bodies(ServiceBusReceiverClient receiver, int count) {
        List<String> bodies = new ArrayList<>();
        while (bodies.size() < count) {
            int before = bodies.size();
            receiver.receiveMessages(count - bodies.size(), WAIT).forEach(m -> {
                bodies.add(m.getBody().toString());
                complete(receiver, m);
            });
            if (bodies.size() == before) {
                throw new AssertionError("only " + bodies + " came within " + WAIT);
            }
        }
        return bodies;
    }

    private static void complete(ServiceBusReceiverClient receiver, ServiceBusReceivedMessage message) {
        if (message.getLockedUntil() != null) {
            receiver.complete(message);
        }
    }

    static List<String> nothingMore(ServiceBusReceiverClient receiver) {
        return receiver.receiveMessages(1, MOMENT).stream()
                .map(m -> m.getBody().toString())
                .toList();
    }

    @Override
    public void afterEach(ExtensionContext context) throws Exception {
        close();
    }

    @Override
    public void close() throws Exception {
        Collections.reverse(opened);
        for (AutoCloseable client : opened) {
            client.close();
        }
        opened.clear();
    }
}
