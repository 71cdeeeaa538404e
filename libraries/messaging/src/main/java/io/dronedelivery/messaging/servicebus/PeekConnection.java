package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.messaging.event.EventSubscription;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one connection on which this process looks at messages without receiving them, opened for the first look and kept. For each connection
 * on which something was looked at and that is closed, the SDK keeps all that belongs to it until the token for the look is due to be renewed,
 * 18 minutes later, and then logs an error. Any thread may call it.
 */
final class PeekConnection implements AutoCloseable {

    private final Supplier<ServiceBusClientBuilder> newConnection;
    private final Map<String, ServiceBusReceiverAsyncClient> messages = new HashMap<>();
    private final Map<String, ServiceBusReceiverClient> deadLetters = new HashMap<>();
    private @Nullable ServiceBusClientBuilder connection;
    private boolean closed;

    /** @param newConnection makes the builder of the connection */
    PeekConnection(Supplier<ServiceBusClientBuilder> newConnection) {
        this.newConnection = newConnection;
    }

    /** Looks at the messages of a subscription; not to be closed. */
    synchronized ServiceBusReceiverAsyncClient messages(EventSubscription subscription) {
        return messages.computeIfAbsent(
                subscription.name(), name -> receiver(subscription).buildAsyncClient());
    }

    /** Looks at the dead letters of a subscription, and settles those that another receiver has locked; not to be closed. */
    synchronized ServiceBusReceiverClient deadLetters(EventSubscription subscription) {
        return deadLetters.computeIfAbsent(
                subscription.name(),
                name -> receiver(subscription)
                        .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                        .disableAutoComplete()
                        .buildClient());
    }

    private ServiceBusClientBuilder.ServiceBusReceiverClientBuilder receiver(EventSubscription subscription) {
        if (closed) {
            throw new IllegalStateException("The application is stopping");
        }
        ServiceBusClientBuilder builder = connection;
        if (builder == null) {
            builder = newConnection.get();
            connection = builder;
        }
        return builder.receiver().topicName(subscription.channel()).subscriptionName(subscription.group());
    }

    @Override
    public synchronized void close() {
        closed = true;
        messages.values().forEach(ServiceBusReceiverAsyncClient::close);
        deadLetters.values().forEach(ServiceBusReceiverClient::close);
        messages.clear();
        deadLetters.clear();
    }
}
