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
 * The one connection on which this process looks at messages without receiving them, opened for the first look and kept. For each connection
 * on which something was looked at and that is closed, the SDK keeps all that belongs to it until the token for the look is due to be renewed,
 * 18 minutes later, and then logs an error. So it is made anew only after a look that has failed. Any thread may call it.
 */
final class PeekConnection implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PeekConnection.class);

    /** Longer than a look at hundreds of messages takes, shorter than anybody waits for one. */
    private static final Duration LONG = Duration.ofSeconds(5);

    private final Supplier<ServiceBusClientBuilder> newConnection;
    private final Map<String, ServiceBusReceiverAsyncClient> messages = new HashMap<>();
    private final Map<String, ServiceBusReceiverClient> deadLetters = new HashMap<>();
    private final Map<String, ServiceBusSessionReceiverAsyncClient> sessions = new HashMap<>();
    private @Nullable ServiceBusClientBuilder connection;
    private boolean closed;
    /** The number of the connection. */
    private volatile int current;
    /** What could not be looked at the last time. */
    private final Set<String> unseen = ConcurrentHashMap.newKeySet();

    /** @param newConnection makes the builder of the connection */
    PeekConnection(Supplier<ServiceBusClientBuilder> newConnection) {
        this.newConnection = newConnection;
    }

    /**
     * The same look. When it fails, or is given up after it took long, whoever looks next gets a new connection: once the first token for an
     * entity was not granted in time, the SDK answers no further look at that entity on that connection, however well the broker is.
     *
     * @param what is looked at, for the log: it has a line when a look fails and one when the next one succeeds, however many fail between
     */
    <T> Mono<T> renewedAfterFailure(String what, Mono<T> check) {
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
            log.info("{} can be looked at again", what);
        }
    }

    private void failed(String what, int used, String why) {
        if (renew(used) && unseen.add(what)) {
            log.info("{} cannot be looked at, which is tried over a new connection each time: {}", what, why);
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
            old = parted();
        }
        // Each waits for the broker.
        Schedulers.boundedElastic().schedule(() -> old.forEach(Runnable::run));
        return true;
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

    /** Takes lanes of a subscription, to give them back at once; not to be closed. */
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
        parted().forEach(Runnable::run);
    }

    /** Parts with all receivers; what is returned closes one each. */
    private List<Runnable> parted() {
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
