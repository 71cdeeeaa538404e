package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusMessage;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** One AMQP connection with a sender for each channel. {@link SenderSlots} owns and guards every member that is not private. */
final class SenderConnection {

    private final Map<String, ServiceBusSenderAsyncClient> senders = new ConcurrentHashMap<>();
    private final Supplier<ServiceBusClientBuilder> newConnection;
    private @Nullable ServiceBusClientBuilder builder;

    /** Sends under way. */
    int inFlight;
    /** Sends begun. */
    int uses;
    /** When it last became idle, by {@link System#nanoTime()}. */
    long idleSince = System.nanoTime();
    /** Whether the broker has confirmed it, so that it counts as opened. */
    boolean opened;
    /** Whether it accepts no more sends and is closed with the last one under way. */
    boolean retired;

    SenderConnection(Supplier<ServiceBusClientBuilder> newConnection) {
        this.newConnection = newConnection;
    }

    /** Connects, and opens the link to a channel. */
    Mono<Void> open(String channel) {
        // The lookup of the largest message that the link accepts makes the SDK open the link.
        return makeSender(channel)
                .flatMap(ServiceBusSenderAsyncClient::createMessageBatch)
                .then();
    }

    /** Sends one message, or several in one transfer. */
    Mono<Void> send(String channel, List<ServiceBusMessage> messages) {
        ServiceBusSenderAsyncClient sender = senders.get(channel);
        // Used for one message too: the SDK's method for lists is faster than its method for one message.
        return sender == null
                ? makeSender(channel).flatMap(made -> made.sendMessages(messages))
                : sender.sendMessages(messages);
    }

    /** Runs on a thread that may block: the SDK's builder reads files when it is first used, and draws random numbers at each use. */
    private Mono<ServiceBusSenderAsyncClient> makeSender(String channel) {
        return Mono.fromCallable(() -> senders.computeIfAbsent(channel, this::newSender))
                .subscribeOn(Schedulers.boundedElastic());
    }

    private ServiceBusSenderAsyncClient newSender(String channel) {
        // Topics and queues have the same kind of address.
        return builder().sender().topicName(channel).buildAsyncClient();
    }

    private synchronized ServiceBusClientBuilder builder() {
        ServiceBusClientBuilder current = builder;
        if (current == null) {
            current = newConnection.get();
            builder = current;
        }
        return current;
    }

    /** Closes the connection, which ends with its last sender. Sends under way fail. */
    Mono<Void> close() {
        return Mono.<Void>fromRunnable(this::closeSenders).subscribeOn(Schedulers.boundedElastic());
    }

    /** Closes the connection like {@link #close()}, without a caller that waits. */
    void closeInBackground() {
        Schedulers.boundedElastic().schedule(this::closeSenders);
    }

    private void closeSenders() {
        senders.values().forEach(ServiceBusSenderAsyncClient::close);
    }
}
