package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.messaging.event.EventSubscription;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * The one connection on which this process peeks at messages without receiving them. It is opened for the first peek and kept. When such a
 * connection is closed, the SDK keeps its objects until the token for the peek would be renewed 18 minutes later, and then logs an error.
 * So only a failed peek replaces the connection. Any thread may call it.
 */
public final class PeekConnection implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PeekConnection.class);

    /** Longer than peeking at hundreds of messages takes, shorter than any caller's timeout. */
    private static final Duration LONG = Duration.ofSeconds(5);

    private final Supplier<ServiceBusClientBuilder> newConnection;
    private final Map<String, ServiceBusReceiverAsyncClient> messages = new HashMap<>();
    private final Map<String, ServiceBusReceiverClient> deadLetters = new HashMap<>();
    private final Map<String, ServiceBusSessionReceiverAsyncClient> sessions = new HashMap<>();
    private @Nullable ServiceBusClientBuilder connection;
    private boolean closed;
    private volatile int current;
    /** The targets that could not be peeked at the last time. */
    private final Set<String> unseen = ConcurrentHashMap.newKeySet();

    /** @param newConnection makes the builder of the connection */
    PeekConnection(Supplier<ServiceBusClientBuilder> newConnection) {
        this.newConnection = newConnection;
    }

    /**
     * Runs a check; the next one gets a new connection when this one fails or is cancelled after a long time. Without the first token for
     * an entity in time, the SDK never answers a peek at that entity on that connection, even if the broker is healthy.
     *
     * @param what is checked, for the log. The first failure and the next success are logged, but not the failures in between
     */
    public <T> Mono<T> renewedAfterFailure(String what, Mono<T> check) {
        return Mono.defer(() -> {
            int used = current;
            long begun = System.nanoTime();
            return check.doOnSuccess(answer -> succeeded(what))
                    .doOnError(failure -> failed(what, used, failure.toString()))
                    .doOnCancel(() -> {
                        if (System.nanoTime() - begun > LONG.toNanos()) {
                            failed(what, used, "no answer in time");
                        }
                    });
        });
    }

    private void succeeded(String what) {
        if (unseen.remove(what)) {
            log.info("{} can be peeked at again", what);
        }
    }

    private void failed(String what, int used, String why) {
        if (renew(used) && unseen.add(what)) {
            log.info("{} cannot be peeked at; each attempt uses a new connection: {}", what, why);
        }
    }

    private boolean renew(int used) {
        List<Runnable> old;
        synchronized (this) {
            if (closed || used != current) {
                return false;
            }
            current++;
            connection = null;
            old = removeReceivers();
        }
        // Closing each receiver waits for the broker.
        Schedulers.boundedElastic().schedule(() -> old.forEach(Runnable::run));
        return true;
    }

    /** Peeks at the messages of a subscription; the caller must not close it. */
    synchronized ServiceBusReceiverAsyncClient messages(EventSubscription subscription) {
        return messages.computeIfAbsent(
                subscription.name(), name -> receiver(subscription).buildAsyncClient());
    }

    /** Peeks at the dead letters of a subscription, and settles those that another receiver has locked; the caller must not close it. */
    public synchronized ServiceBusReceiverClient deadLetters(EventSubscription subscription) {
        return deadLetters.computeIfAbsent(
                subscription.name(),
                name -> receiver(subscription)
                        .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                        .disableAutoComplete()
                        .buildClient());
    }

    /** Takes lanes of a subscription to give them back at once; the caller must not close it. */
    synchronized ServiceBusSessionReceiverAsyncClient sessions(EventSubscription subscription) {
        return sessions.computeIfAbsent(
                subscription.name(),
                name -> connection()
                        .sessionReceiver()
                        .topicName(subscription.channel())
                        .subscriptionName(subscription.group())
                        .disableAutoComplete()
                        .buildAsyncClient());
    }

    private ServiceBusClientBuilder.ServiceBusReceiverClientBuilder receiver(EventSubscription subscription) {
        return connection().receiver().topicName(subscription.channel()).subscriptionName(subscription.group());
    }

    private ServiceBusClientBuilder connection() {
        if (closed) {
            throw new IllegalStateException("The application is stopping");
        }
        ServiceBusClientBuilder builder = connection;
        if (builder == null) {
            builder = newConnection.get();
            connection = builder;
        }
        return builder;
    }

    @Override
    public synchronized void close() {
        closed = true;
        removeReceivers().forEach(Runnable::run);
    }

    /** Removes all receivers; each returned task closes one. */
    private List<Runnable> removeReceivers() {
        List<Runnable> closing = new ArrayList<>();
        messages.values().forEach(receiver -> closing.add(receiver::close));
        deadLetters.values().forEach(receiver -> closing.add(receiver::close));
        sessions.values().forEach(receiver -> closing.add(receiver::close));
        messages.clear();
        deadLetters.clear();
        sessions.clear();
        return closing;
    }
}
