package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import com.azure.messaging.servicebus.models.SubQueue;
import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.LetterFilter;
import io.dronedelivery.messaging.deadletter.LetterPage;
import io.dronedelivery.messaging.deadletter.LetterWork;
import io.dronedelivery.messaging.deadletter.OutOfReachException;
import io.dronedelivery.messaging.deadletter.WaitingLetter;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.EventTooLargeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * The dead letters of a subscription on Service Bus: its dead-letter queue. It is listed by peeking, which locks nothing. What is to be
 * taken away has to be received, and the broker gives letters out from the head on: those that are not meant are held with their lock
 * until the end, up to {@link DeadLetterProperties#reach()} of them, and given back then.
 *
 * <p>Letters are not deferred, though that would make them reachable by their number: in the dead-letter queue of a subscription with
 * sessions a deferred message cannot be received again.
 *
 * @see <a href="https://github.com/Azure/azure-sdk-for-net/issues/34662">Deferred dead letters and sessions</a>
 */
final class ServiceBusDeadLetterQueue implements DeadLetterQueue {

    private static final Logger log = LoggerFactory.getLogger(ServiceBusDeadLetterQueue.class);

    /** The broker gives fewer in one answer when they are large. */
    private static final int PEEKED_AT_A_TIME = 100;

    private static final int RECEIVED_AT_A_TIME = 20;

    /** Fewer than there are threads that may block. */
    private static final int GIVEN_BACK_AT_A_TIME = 3;

    /** After that without a letter it is looked whether one that is meant still waits. */
    private static final Duration NOTHING_COMES = Duration.ofSeconds(1);

    private final EventSubscription subscription;
    private final ServiceBusNamespace namespace;
    private final PeekConnection peekers;
    private final SenderPool sending;
    private final Lanes lanes;
    private final DeadLetterProperties properties;
    private final Scheduler blocking;

    /** @param blocking threads that may block, a bounded number of them */
    ServiceBusDeadLetterQueue(
            EventSubscription subscription,
            ServiceBusNamespace namespace,
            PeekConnection peekers,
            SenderPool sending,
            Lanes lanes,
            DeadLetterProperties properties,
            Scheduler blocking) {
        this.subscription = subscription;
        this.namespace = namespace;
        this.peekers = peekers;
        this.sending = sending;
        this.lanes = lanes;
        this.properties = properties;
        this.blocking = blocking;
    }

    @Override
    public EventSubscription subscription() {
        return subscription;
    }

    @Override
    public Mono<LetterPage> page(LetterFilter filter, @Nullable String from, int limit, int scan) {
        return Mono.defer(() -> {
            long begin = from == null ? 0 : sequence(from);
            return peeking(peeker -> page(peeker, filter, begin, limit, scan));
        });
    }

    private static LetterPage page(
            ServiceBusReceiverClient peeker, LetterFilter filter, long begin, int limit, int scan) {
        List<WaitingLetter> letters = new ArrayList<>();
        long next = begin;
        int scanned = 0;
        while (letters.size() < limit && scanned < scan) {
            boolean found = false;
            for (ServiceBusReceivedMessage message : peeker.peekMessages(PEEKED_AT_A_TIME, next)) {
                found = true;
                if (letters.size() == limit) {
                    break;
                }
                scanned++;
                next = message.getSequenceNumber() + 1;
                WaitingLetter letter = LetterMessages.letter(message);
                if (filter.fits(letter)) {
                    letters.add(letter.withoutData());
                }
            }
            if (!found) {
                return new LetterPage(letters, null, scanned);
            }
        }
        return new LetterPage(letters, Long.toString(next), scanned);
    }

    @Override
    public Mono<WaitingLetter> find(String id) {
        return Mono.defer(() -> {
            long sequence = sequence(id);
            return peeking(peeker -> peeked(peeker, sequence)).map(LetterMessages::letter);
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

    private static long sequence(String text) {
        if (!text.matches("[0-9]{1,18}")) {
            throw new IllegalArgumentException("must be a sequence number, such as 1042");
        }
        return Long.parseLong(text);
    }

    @Override
    public Mono<Void> work(LetterFilter filter, LetterWork work) {
        return Mono.usingWhen(
                        blocking(() -> new Visit(newReceiver(), peekers.deadLetters(subscription), filter, work)),
                        Visit::all,
                        Visit::end)
                .onErrorMap(failure -> !isOurs(failure), this::explained);
    }

    /** One way through the letters. */
    private final class Visit {

        private final ServiceBusReceiverClient receiver;
        private final ServiceBusReceiverClient peeker;
        private final LetterFilter filter;
        private final LetterWork work;
        /** Of the letters that are meant by their numbers those that wait and have not come. */
        private final Set<Long> missing;
        /** The number of the last letter that is meant, and how many have not come of those up to it; of letters that are meant by their numbers. */
        private volatile long last = Long.MAX_VALUE;

        private volatile int ahead;
        private volatile boolean begun;

        private final Duration patience;
        /** What was received and is not settled, by number. */
        private final Map<Long, ServiceBusReceivedMessage> held = new ConcurrentHashMap<>();

        private volatile boolean ended;
        private volatile boolean waits;
        private volatile long waitsSince;

        Visit(
                ServiceBusReceiverClient receiver,
                ServiceBusReceiverClient peeker,
                LetterFilter filter,
                LetterWork work) {
            this.receiver = receiver;
            this.peeker = peeker;
            this.filter = filter;
            this.work = work;
            this.missing = filter.ids().stream()
                    .map(ServiceBusDeadLetterQueue::sequence)
                    .collect(Collectors.toCollection(ConcurrentHashMap::newKeySet));
            // A call that is about one letter has to end in time to tell why the letter did not come.
            this.patience = isById() ? properties.timeout().dividedBy(2) : properties.timeout();
        }

        Mono<Void> all() {
            return blocking(this::next)
                    .flatMap(letters ->
                            ended ? Mono.just(false) : worked(letters).thenReturn(true))
                    .repeat()
                    .takeWhile(Boolean::booleanValue)
                    .then();
        }

        /** Letters that are meant, locked. Empty, and not the end, when only others came, or none yet. */
        private List<ServiceBusReceivedMessage> next() {
            List<ServiceBusReceivedMessage> meant = new ArrayList<>();
            if (isById() && !begun) {
                begun = true;
                lookForMissing();
            }
            if (work.isOver() || isById() && missing.isEmpty()) {
                ended = true;
                return meant;
            }
            if (held.size() >= properties.reach()) {
                throw new OutOfReachException(held.size()
                        + " dead letters that are not meant come before the next one; send again or discard some of them"
                        + " first, or raise messaging.dead-letters.reach");
            }
            if (!waits) {
                waits = true;
                waitsSince = System.nanoTime();
            }
            int came = 0;
            boolean behind = true;
            // No more than there are up to the last one: what a receiver has asked for and not got may be given to it
            // while it closes, and is locked then.
            int atATime = isById() ? Math.min(RECEIVED_AT_A_TIME, Math.max(1, ahead)) : RECEIVED_AT_A_TIME;
            for (ServiceBusReceivedMessage message : receiver.receiveMessages(atATime, NOTHING_COMES)) {
                came++;
                missing.remove(message.getSequenceNumber());
                behind &= message.getSequenceNumber() > last;
                boolean again = held.put(message.getSequenceNumber(), message) != null;
                ahead -= again || message.getSequenceNumber() > last ? 0 : 1;
                if (!again && filter.fits(LetterMessages.letter(message))) {
                    meant.add(message);
                }
            }
            if (came == 0 || behind) {
                endUnlessSomeWait(behind && came > 0);
            } else {
                waits = false;
            }
            return meant;
        }

        private boolean isById() {
            return !filter.ids().isEmpty();
        }

        /** Nobody waits for what does not wait. */
        private void lookForMissing() {
            long greatest = missing.stream().mapToLong(Long::longValue).max().orElse(0);
            Set<Long> there = new HashSet<>();
            int seen = 0;
            for (long next = 0, before = -1; next <= greatest && next > before; ) {
                before = next;
                for (ServiceBusReceivedMessage message : peeker.peekMessages(PEEKED_AT_A_TIME, next)) {
                    next = message.getSequenceNumber() + 1;
                    seen++;
                    if (missing.contains(message.getSequenceNumber())) {
                        there.add(message.getSequenceNumber());
                        last = message.getSequenceNumber();
                        ahead = seen;
                    }
                }
            }
            missing.retainAll(there);
        }

        /** @param passed whether the broker has given out letters behind those that are meant */
        private void endUnlessSomeWait(boolean passed) {
            String missed = firstThatWaits();
            ended = missed == null;
            if (missed != null && (passed || System.nanoTime() - waitsSince > patience.toNanos())) {
                throw new OutOfReachException("The dead letter " + missed
                        + " was not given out: somebody else is working on it, or the broker has taken longer than "
                        + patience + ". Ask again in a minute.");
            }
        }

        /** The number of a letter that is meant and was not received here; null when there is none. Letters that are locked are seen, too. */
        private @Nullable String firstThatWaits() {
            long next = 0;
            boolean more = true;
            while (more) {
                more = false;
                for (ServiceBusReceivedMessage message : peeker.peekMessages(PEEKED_AT_A_TIME, next)) {
                    more = true;
                    next = message.getSequenceNumber() + 1;
                    WaitingLetter letter = LetterMessages.letter(message);
                    if (!held.containsKey(message.getSequenceNumber()) && filter.fits(letter)) {
                        return letter.id();
                    }
                }
            }
            return null;
        }

        /** Those of a key one after another, as the broker gave them out. */
        private Mono<Void> worked(List<ServiceBusReceivedMessage> letters) {
            Map<String, List<ServiceBusReceivedMessage>> byKey = new LinkedHashMap<>();
            letters.forEach(
                    letter -> byKey.computeIfAbsent(String.valueOf(letter.getSessionId()), session -> new ArrayList<>())
                            .add(letter));
            return Flux.fromIterable(byKey.values())
                    .flatMap(ofKey -> Flux.fromIterable(ofKey).concatMap(this::worked), Math.max(1, byKey.size()))
                    .then();
        }

        private Mono<Void> worked(ServiceBusReceivedMessage message) {
            WaitingLetter letter = LetterMessages.letter(message);
            return Mono.defer(() -> work.isOver() ? Mono.empty() : work.decide(letter))
                    .flatMap(disposal -> disposed(message, disposal).doOnSuccess(done -> work.done(letter, disposal)))
                    .onErrorResume(failure -> {
                        work.failed(letter, failure);
                        return Mono.empty();
                    });
        }

        private Mono<Void> disposed(ServiceBusReceivedMessage message, Disposal disposal) {
            if (disposal instanceof Disposal.Resend resend) {
                return sending.send(subscription.channel(), () -> List.of(LetterMessages.again(message, lanes, resend)))
                        .then(completed(message));
            }
            return disposal instanceof Disposal.Discard ? completed(message) : Mono.empty();
        }

        private Mono<Void> completed(ServiceBusReceivedMessage message) {
            return blocking(() -> {
                        receiver.complete(message);
                        held.remove(message.getSequenceNumber());
                        return message;
                    })
                    .onErrorMap(ServiceBusDeadLetterQueue.this::explained)
                    .then();
        }

        /**
         * Gives the others back: otherwise nobody could reach them until their locks end. After the receiver is closed, because the
         * broker would give them out to it again at once.
         */
        Mono<Void> end() {
            return blocking(() -> {
                        receiver.close();
                        return held.values();
                    })
                    .flatMapIterable(others -> others)
                    .flatMap(message -> blocking(() -> givenBack(message)), GIVEN_BACK_AT_A_TIME)
                    .then();
        }

        private ServiceBusReceivedMessage givenBack(ServiceBusReceivedMessage message) {
            try {
                peeker.abandon(message);
            } catch (RuntimeException e) {
                log.debug("{}: {} comes back when its lock ends", subscription.name(), message.getMessageId(), e);
            }
            return message;
        }
    }

    @Override
    public Mono<Long> waiting(int limit) {
        return peeking(peeker -> {
            long count = 0;
            long next = 0;
            boolean more = true;
            while (more && count < limit) {
                more = false;
                for (ServiceBusReceivedMessage message : peeker.peekMessages(PEEKED_AT_A_TIME, next)) {
                    more = true;
                    count++;
                    next = message.getSequenceNumber() + 1;
                }
            }
            return Math.min(count, limit);
        });
    }

    private <T> Mono<T> peeking(Function<ServiceBusReceiverClient, @Nullable T> use) {
        return this.<T>blocking(() -> use.apply(peekers.deadLetters(subscription)))
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

    private <T> Mono<T> blocking(Callable<@Nullable T> call) {
        return Mono.<T>fromCallable(call).subscribeOn(blocking);
    }

    private static boolean isOurs(Throwable failure) {
        return failure instanceof BrokerUnavailableException
                || failure instanceof EventTooLargeException
                || failure instanceof OutOfReachException
                || failure instanceof IllegalArgumentException;
    }

    private Throwable explained(Throwable failure) {
        return new BrokerUnavailableException(
                "The dead letters of " + subscription.name() + ": " + failure.getMessage(), failure);
    }
}
