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
 * Jobs on Service Bus, through the SDK's own clients. A job goes to a queue and names a session; its reply comes in that session of
 * a second queue. Each worker has a receiver of its own, without the SDK's prefetch: the credit that the broker gets is what the
 * worker asks for, so nothing waits under a lock in a buffer, and the SDK's buffer of 256 messages cannot overflow. Callers, workers
 * and reply channels have a connection each, not one for every client. It does not tell its depth: only the management API does, which is
 * HTTP and needs further rights.
 */
public final class ServiceBusJobQueue implements JobQueue {

    private static final Logger log = LoggerFactory.getLogger(ServiceBusJobQueue.class);

    /** A channel is open for as long as the process runs, so its session's lock is renewed for as long. */
    private static final Duration FOR_EVER = Duration.ofDays(365);

    /** For the broker's confirmations that receivers are closed, before their connections are. */
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
     * Connects to nothing yet.
     *
     * @param connections makes a builder of clients, each time with a connection of its own
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

    /** Looks at the first {@value #MOST_DEAD_LETTERS} of them. */
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

    /** Receivers first, their connections after them: a link whose connection has gone waits for a confirmation in vain. */
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
