package io.dronedelivery.requestreply.servicebus;

import com.azure.core.amqp.exception.AmqpErrorCondition;
import com.azure.core.amqp.exception.AmqpException;
import com.azure.messaging.servicebus.ServiceBusClientBuilder;
import com.azure.messaging.servicebus.ServiceBusException;
import com.azure.messaging.servicebus.ServiceBusFailureReason;
import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSenderAsyncClient;
import com.azure.messaging.servicebus.ServiceBusSessionReceiverAsyncClient;
import com.azure.messaging.servicebus.models.DeadLetterOptions;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.reactivestreams.Publisher;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SynchronousSink;
import reactor.core.scheduler.Schedulers;

/**
 * Jobs on Service Bus, through the SDK's own clients. A job is sent to a queue and names a session; its reply comes in that session of a
 * second queue.
 *
 * <p>Each worker has a separate receiver, without the SDK's prefetch: the broker gets as much credit as the worker requests. So no message
 * waits in a buffer under a lock, and the SDK's buffer of 256 messages cannot overflow. Callers, workers and reply channels have one
 * connection each, not one for every client. The queue does not report its depth, because only the management API does, over HTTP and with
 * further permissions.
 */
public final class ServiceBusJobQueue implements JobQueue {

    private static final Logger log = LoggerFactory.getLogger(ServiceBusJobQueue.class);

    /** A channel stays open until the process ends, so its session's lock is renewed until then. */
    private static final Duration FOR_EVER = Duration.ofDays(365);

    /** How long to wait for the broker's confirmations that receivers are closed, before their connections are closed. */
    private static final Duration CLOSING = Duration.ofSeconds(10);

    private static final int PEEKED_AT_A_TIME = 250;
    private static final int MOST_DEAD_LETTERS = 10_000;

    private final ServiceBusJobSettings settings;
    private final ServiceBusClientBuilder workers;
    private final ServiceBusSenderAsyncClient requests;
    private final ServiceBusSenderAsyncClient replies;
    private final ServiceBusSessionReceiverAsyncClient sessions;
    private final String process = UUID.randomUUID().toString();
    private final AtomicLong lastChannel = new AtomicLong();
    private final ReceiverCloser closer = new ReceiverCloser(CLOSING);
    private final Disposable.Composite channels = Disposables.composite();

    /**
     * Makes the queue without connecting.
     *
     * @param connections makes a builder of clients, each time with a separate connection
     */
    public ServiceBusJobQueue(Supplier<ServiceBusClientBuilder> connections, ServiceBusJobSettings settings) {
        this.settings = settings;
        workers = connections.get();
        requests = connections.get().sender().queueName(settings.requests()).buildAsyncClient();
        replies = workers.sender().queueName(settings.replies()).buildAsyncClient();
        sessions = connections
                .get()
                .sessionReceiver()
                .queueName(settings.replies())
                .disableAutoComplete()
                .maxAutoLockRenewDuration(FOR_EVER)
                .buildAsyncClient();
    }

    @Override
    public String design() {
        return "servicebus";
    }

    @Override
    public Mono<ReplyChannel> openChannel(Consumer<Reply> receiver) {
        return Mono.defer(() -> SessionChannel.open(
                sessions, process + "-" + lastChannel.incrementAndGet(), receiver, closer, channels));
    }

    @Override
    public Mono<Void> submit(Job job) {
        return Mono.defer(() -> requests.sendMessage(JobMessages.of(job, settings.replies())))
                .onErrorMap(
                        ServiceBusJobQueue::isFull,
                        failure -> new JobQueueFullException(
                                "The Service Bus queue " + settings.requests() + " is full", failure));
    }

    private static boolean isFull(Throwable failure) {
        return failure instanceof ServiceBusException busFailure
                        && busFailure.getReason() == ServiceBusFailureReason.QUOTA_EXCEEDED
                || failure instanceof AmqpException amqpFailure
                        && amqpFailure.getErrorCondition() == AmqpErrorCondition.RESOURCE_LIMIT_EXCEEDED;
    }

    @Override
    public Publisher<JobDelivery> deliveries() {
        return Flux.using(
                () -> workers.receiver()
                        .queueName(settings.requests())
                        .disableAutoComplete()
                        .prefetchCount(0)
                        .maxAutoLockRenewDuration(settings.lockRenewal())
                        .buildAsyncClient(),
                receiver -> receiver.receiveMessages()
                        .<JobDelivery>handle((message, next) -> deliver(receiver, message, next)),
                closer::close);
    }

    private void deliver(
            ServiceBusReceiverAsyncClient receiver,
            ServiceBusReceivedMessage message,
            SynchronousSink<JobDelivery> next) {
        try {
            next.next(new ServiceBusDelivery(JobMessages.job(message), message, receiver, replies));
        } catch (IllegalArgumentException e) {
            log.warn("A message in {} goes to the dead letters: {}", settings.requests(), e.getMessage());
            receiver.deadLetter(
                            message,
                            new DeadLetterOptions()
                                    .setDeadLetterReason("malformed-job")
                                    .setDeadLetterErrorDescription(e.getMessage()))
                    .onErrorComplete()
                    .subscribe();
        }
    }

    /** Counts at most the first {@value #MOST_DEAD_LETTERS} of them. */
    @Override
    public Mono<Long> deadLetters() {
        return Mono.usingWhen(
                Mono.fromSupplier(this::deadLetterReceiver),
                receiver -> peeked(receiver, 0, 0),
                receiver -> Mono.fromRunnable(() -> closer.close(receiver)));
    }

    private ServiceBusReceiverAsyncClient deadLetterReceiver() {
        return workers.receiver()
                .queueName(settings.requests())
                .subQueue(SubQueue.DEAD_LETTER_QUEUE)
                .disableAutoComplete()
                .prefetchCount(0)
                .buildAsyncClient();
    }

    private static Mono<Long> peeked(ServiceBusReceiverAsyncClient receiver, long from, long before) {
        return receiver.peekMessages(PEEKED_AT_A_TIME, from).collectList().flatMap(found -> {
            long all = before + found.size();
            return found.isEmpty() || all >= MOST_DEAD_LETTERS
                    ? Mono.just(all)
                    : peeked(receiver, found.get(found.size() - 1).getSequenceNumber() + 1, all);
        });
    }

    /** Closes receivers first and their connections afterwards: a link without a connection waits for its confirmation in vain. */
    @Override
    public Mono<Void> close() {
        return Mono.defer(() -> {
                    channels.dispose();
                    return closer.closed();
                })
                .onErrorResume(TimeoutException.class, late -> {
                    log.warn("{}; they end with their connection", late.getMessage());
                    return Mono.empty();
                })
                .then(Mono.<Void>fromRunnable(this::closeConnections).subscribeOn(Schedulers.boundedElastic()));
    }

    private void closeConnections() {
        sessions.close();
        requests.close();
        replies.close();
        closer.dispose();
    }
}
