package io.dronedelivery.messaging.deadletter.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.messaging.deadletter.DeadLetterFilter;
import io.dronedelivery.messaging.deadletter.DeadLetterPage;
import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.DeadLetterWork;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.OutOfReachException;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.EventTooLargeException;
import io.dronedelivery.messaging.servicebus.Lanes;
import io.dronedelivery.messaging.servicebus.PeekConnection;
import io.dronedelivery.messaging.servicebus.SenderPool;
import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The dead letters of a subscription on Service Bus, in its dead-letter queue. Lists come from peeking, which locks nothing. A dead letter
 * must be received to be removed, and the broker delivers from the head of the queue. So other dead letters ahead of the requested ones are
 * locked until the end, up to {@link DeadLetterProperties#reach()} of them, and then given back.
 *
 * <p>Dead letters are not deferred, although that would make them reachable by number. In the dead-letter queue of a subscription with
 * sessions a deferred message cannot be received again.
 *
 * @see <a href="https://github.com/Azure/azure-sdk-for-net/issues/34662">Deferred dead letters and sessions</a>
 *
 * @param blocking a bounded number of threads that may block
 */
record ServiceBusDeadLetterQueue(
        EventSubscription subscription,
        ServiceBusNamespace namespace,
        PeekConnection peekers,
        SenderPool sending,
        Lanes lanes,
        DeadLetterProperties properties,
        Scheduler blocking)
        implements DeadLetterQueue {

    @Override
    public Mono<DeadLetterPage> page(DeadLetterFilter filter, @Nullable String from, int limit, int scan) {
        return Mono.defer(() -> {
            long begin = from == null ? 0 : sequence(from);
            return peeking(peeker -> page(peeker, filter, begin, limit, scan));
        });
    }

    private static DeadLetterPage page(
            ServiceBusReceiverClient peeker, DeadLetterFilter filter, long begin, int limit, int scan) {
        PeekedDeadLetters peeked = new PeekedDeadLetters(peeker, begin);
        List<WaitingDeadLetter> letters = new ArrayList<>();
        int scanned = 0;
        while (letters.size() < limit && scanned < scan) {
            if (!peeked.hasNext()) {
                return new DeadLetterPage(letters, null, scanned);
            }
            WaitingDeadLetter letter = DeadLetterMessages.deadLetter(peeked.next());
            scanned++;
            if (filter.fits(letter)) {
                letters.add(letter.withoutData());
            }
        }
        return new DeadLetterPage(letters, Long.toString(peeked.position()), scanned);
    }

    @Override
    public Mono<WaitingDeadLetter> find(String id) {
        return Mono.defer(() -> {
            long sequence = sequence(id);
            return peeking(peeker -> peeked(peeker, sequence)).map(DeadLetterMessages::deadLetter);
        });
    }

    private static @Nullable ServiceBusReceivedMessage peeked(ServiceBusReceiverClient peeker, long sequence) {
        for (ServiceBusReceivedMessage message : peeker.peekMessages(1, sequence)) {
            if (message.getSequenceNumber() == sequence) {
                return message;
            }
        }
        return null;
    }

    static long sequence(String text) {
        if (!text.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("must be a sequence number, such as 1042");
        }
        return Long.parseLong(text);
    }

    @Override
    public Mono<Void> work(DeadLetterFilter filter, DeadLetterWork work) {
        return Mono.usingWhen(
                        blocking(() -> new DeadLetterPass(
                                this, newReceiver(), peekers.deadLetters(subscription), filter, work, properties)),
                        DeadLetterPass::all,
                        DeadLetterPass::end)
                .onErrorMap(failure -> !isOurs(failure), this::explained);
    }

    @Override
    public Mono<Long> waiting(int limit) {
        return peeking(peeker -> {
            PeekedDeadLetters peeked = new PeekedDeadLetters(peeker, 0);
            long count = 0;
            for (; count < limit && peeked.hasNext(); count++) {
                peeked.next();
            }
            return count;
        });
    }

    /** Sends an event to its subscription again. */
    Mono<Void> send(ServiceBusReceivedMessage letter, Disposal.Resend resend) {
        return sending.send(subscription.channel(), () -> List.of(DeadLetterMessages.again(letter, lanes, resend)));
    }

    private <T> Mono<T> peeking(Function<ServiceBusReceiverClient, @Nullable T> use) {
        return peekers.renewedAfterFailure(
                        "The dead letters of " + subscription.name(),
                        this.<T>blocking(() -> use.apply(peekers.deadLetters(subscription))))
                .onErrorMap(failure -> !isOurs(failure), this::explained);
    }

    private ServiceBusReceiverClient newReceiver() {
        return namespace
                .newConnection(properties.timeout())
                .receiver()
                .topicName(subscription.channel())
                .subscriptionName(subscription.group())
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .disableAutoComplete()
                .prefetchCount(0)
                .maxAutoLockRenewDuration(Duration.ZERO)
                .buildClient();
    }

    /** Runs the call on a thread that may block. */
    <T> Mono<T> blocking(Callable<@Nullable T> call) {
        return Mono.<T>fromCallable(call).subscribeOn(blocking);
    }

    private static boolean isOurs(Throwable failure) {
        return failure instanceof BrokerUnavailableException
                || failure instanceof EventTooLargeException
                || failure instanceof OutOfReachException
                || failure instanceof IllegalArgumentException;
    }

    Throwable explained(Throwable failure) {
        return new BrokerUnavailableException(
                "The dead letters of " + subscription.name() + ": " + failure.getMessage(), failure);
    }
}
