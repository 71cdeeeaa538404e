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

/** One AMQP connection with a sender for each channel. What is not private belongs to {@link SenderSlots}, which guards it. */
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
    /** Whether it has been confirmed by the broker, which makes it one of the connections that were opened. */
    boolean opened;
    /** Whether it takes no more sends and is closed with the last one that is under way. */
    boolean retired;

    SenderConnection(Supplier<ServiceBusClientBuilder> newConnection) {
        this.newConnection = newConnection;
    }

    /** Connects, and opens the link to a channel. */
    Mono<Void> open(String channel) {
        // Looking up the largest message that the link takes is what makes the SDK open it.
        return makeSender(channel)
                .flatMap(ServiceBusSenderAsyncClient::createMessageBatch)
                .then();
    }

    /** Sends one message or several in one transfer. */
    Mono<Void> send(String channel, List<ServiceBusMessage> messages) {
        ServiceBusSenderAsyncClient sender = senders.get(channel);
        // For one message too: the SDK takes a shorter way with it than its method for one message does.
        return sender == null
                ? makeSender(channel).flatMap(made -> made.sendMessages(messages))
                : sender.sendMessages(messages);
    }

    /** The SDK reads files when its builder is used first, and draws random numbers whenever it is. */
    private Mono<ServiceBusSenderAsyncClient> makeSender(String channel) {
        return Mono.fromCallable(() -> senders.computeIfAbsent(channel, this::newSender))
                .subscribeOn(Schedulers.boundedElastic());
    }

    private ServiceBusSenderAsyncClient newSender(String channel) {
        // Topics and queues are addressed alike.
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

    /** Closes the connection, which is done when its last sender is closed. Sends that are under way fail. */
    Mono<Void> close() {
        return Mono.<Void>fromRunnable(this::closeSenders).subscribeOn(Schedulers.boundedElastic());
    }

    /** As {@link #close()}, for when nobody waits for it. */
    void closeInBackground() {
        Schedulers.boundedElastic().schedule(this::closeSenders);
    }

    private void closeSenders() {
        senders.values().forEach(ServiceBusSenderAsyncClient::close);
    }
}
