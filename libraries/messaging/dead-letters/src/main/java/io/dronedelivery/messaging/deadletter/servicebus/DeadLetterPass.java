package io.dronedelivery.messaging.deadletter.servicebus;

import com.azure.messaging.servicebus.ServiceBusReceivedMessage;
import com.azure.messaging.servicebus.ServiceBusReceiverClient;
import io.dronedelivery.messaging.deadletter.DeadLetterFilter;
import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterWork;
import io.dronedelivery.messaging.deadletter.Disposal;
import io.dronedelivery.messaging.deadletter.OutOfReachException;
import io.dronedelivery.messaging.deadletter.WaitingDeadLetter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** One pass through the dead letters of a {@link ServiceBusDeadLetterQueue}. It sends some of them again, or discards them. */
final class DeadLetterPass {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterPass.class);

    private static final int RECEIVED_AT_A_TIME = 20;

    /** Fewer than the number of threads that may block. */
    private static final int GIVEN_BACK_AT_A_TIME = 3;

    /** After this time without a dead letter the pass checks whether a requested one still waits. */
    private static final Duration NOTHING_COMES = Duration.ofSeconds(1);

    private final ServiceBusDeadLetterQueue queue;
    private final DeadLetterProperties properties;
    private final ServiceBusReceiverClient receiver;
    private final ServiceBusReceiverClient peeker;
    private final DeadLetterFilter filter;
    private final DeadLetterWork work;
    /** Requested sequence numbers that are still in the queue and were not received yet. */
    private final Set<Long> missing;
    /** The greatest requested sequence number in the queue. */
    private volatile long last = Long.MAX_VALUE;

    /** How many dead letters up to {@link #last} were not received yet. */
    private volatile int ahead;

    private volatile boolean begun;

    private final Duration timeout;
    /** Received messages that are not settled, by sequence number. */
    private final Map<Long, ServiceBusReceivedMessage> held = new ConcurrentHashMap<>();

    private volatile boolean ended;
    private volatile boolean waits;
    private volatile long waitsSince;

    /**
     * @param receiver a separate receiver, closed at the end
     * @param peeker of the same dead-letter queue, not closed
     */
    DeadLetterPass(
            ServiceBusDeadLetterQueue queue,
            ServiceBusReceiverClient receiver,
            ServiceBusReceiverClient peeker,
            DeadLetterFilter filter,
            DeadLetterWork work,
            DeadLetterProperties properties) {
        this.queue = queue;
        this.properties = properties;
        this.receiver = receiver;
        this.peeker = peeker;
        this.filter = filter;
        this.work = work;
        this.missing = filter.ids().stream()
                .map(ServiceBusDeadLetterQueue::sequence)
                .collect(Collectors.toCollection(ConcurrentHashMap::newKeySet));
        // A call for one dead letter has to end in time to report why the dead letter was not received.
        this.timeout = isById() ? properties.timeout().dividedBy(2) : properties.timeout();
    }

    Mono<Void> all() {
        return queue.blocking(this::next)
                .flatMap(letters -> ended ? Mono.just(false) : worked(letters).thenReturn(true))
                .repeat()
                .takeWhile(Boolean::booleanValue)
                .then();
    }

    /** Receives and locks requested dead letters. An empty list is not the end: only others were received, or none yet. */
    private List<ServiceBusReceivedMessage> next() {
        List<ServiceBusReceivedMessage> requested = new ArrayList<>();
        if (isById() && !begun) {
            begun = true;
            findMissing();
        }
        if (work.isOver() || isById() && missing.isEmpty()) {
            ended = true;
            return requested;
        }
        if (held.size() >= properties.reach()) {
            throw tooMany(held.size());
        }
        if (!waits) {
            waits = true;
            waitsSince = System.nanoTime();
        }
        int came = 0;
        boolean behind = true;
        // Not more than the dead letters up to the last requested one. Credit that the receiver has not used when it
        // closes may still receive and lock messages.
        int atATime = isById() ? Math.min(RECEIVED_AT_A_TIME, Math.max(1, ahead)) : RECEIVED_AT_A_TIME;
        for (ServiceBusReceivedMessage message : receiver.receiveMessages(atATime, NOTHING_COMES)) {
            came++;
            missing.remove(message.getSequenceNumber());
            behind &= message.getSequenceNumber() > last;
            boolean again = held.put(message.getSequenceNumber(), message) != null;
            ahead -= again || message.getSequenceNumber() > last ? 0 : 1;
            if (!again && filter.fits(DeadLetterMessages.deadLetter(message))) {
                requested.add(message);
            }
        }
        if (came == 0 || behind) {
            endUnlessSomeWait(behind && came > 0);
        } else {
            waits = false;
        }
        return requested;
    }

    private static OutOfReachException tooMany(int others) {
        return new OutOfReachException(others
                + " dead letters that were not requested are ahead of the next one; send again or discard some of them"
                + " first, or raise messaging.dead-letters.reach");
    }

    private boolean isById() {
        return !filter.ids().isEmpty();
    }

    /** Finds out which requested dead letters still exist, so that the pass does not wait for the others. */
    private void findMissing() {
        long greatest = missing.stream().mapToLong(Long::longValue).max().orElse(0);
        PeekedDeadLetters peeked = new PeekedDeadLetters(peeker, 0);
        Set<Long> there = new HashSet<>();
        for (int seen = 1; !work.isOver() && peeked.position() <= greatest && peeked.hasNext(); seen++) {
            if (missing.size() == 1 && seen > properties.reach()) {
                throw tooMany(seen - 1);
            }
            long number = peeked.next().getSequenceNumber();
            if (missing.contains(number)) {
                there.add(number);
                last = number;
                ahead = seen;
            }
        }
        missing.retainAll(there);
    }

    /** @param passed whether the broker has already delivered dead letters behind the requested ones */
    private void endUnlessSomeWait(boolean passed) {
        String missed = firstThatWaits();
        ended = missed == null;
        if (missed != null && (passed || System.nanoTime() - waitsSince > timeout.toNanos())) {
            throw new OutOfReachException("The dead letter " + missed
                    + " was not delivered: another receiver is working on it, or the broker has taken longer than "
                    + timeout + ". Ask again in a minute.");
        }
    }

    /** The number of a requested dead letter that was not received here, or null. Locked dead letters count too. */
    private @Nullable String firstThatWaits() {
        PeekedDeadLetters peeked = new PeekedDeadLetters(peeker, 0);
        while (peeked.hasNext()) {
            ServiceBusReceivedMessage message = peeked.next();
            WaitingDeadLetter letter = DeadLetterMessages.deadLetter(message);
            if (!held.containsKey(message.getSequenceNumber()) && filter.fits(letter)) {
                return letter.id();
            }
        }
        return null;
    }

    /** Works on the dead letters of each key one after another, in the broker's order. */
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
        WaitingDeadLetter letter = DeadLetterMessages.deadLetter(message);
        return Mono.defer(() -> work.isOver() ? Mono.empty() : work.decide(letter))
                .flatMap(disposal -> disposed(message, disposal).doOnSuccess(done -> work.done(letter, disposal)))
                .onErrorResume(failure -> {
                    work.failed(letter, failure);
                    return Mono.empty();
                });
    }

    private Mono<Void> disposed(ServiceBusReceivedMessage message, Disposal disposal) {
        if (disposal instanceof Disposal.Resend resend) {
            return queue.send(message, resend).then(completed(message));
        }
        return disposal instanceof Disposal.Discard ? completed(message) : Mono.empty();
    }

    private Mono<Void> completed(ServiceBusReceivedMessage message) {
        return queue.blocking(() -> {
                    receiver.complete(message);
                    held.remove(message.getSequenceNumber());
                    return message;
                })
                .onErrorMap(queue::explained)
                .then();
    }

    /**
     * Gives the other dead letters back, so that they can be received again before their locks end. The receiver is closed first, because
     * the broker would deliver them to it again at once.
     */
    Mono<Void> end() {
        return queue.blocking(() -> {
                    receiver.close();
                    return held.values();
                })
                .flatMapIterable(others -> others)
                .flatMap(message -> queue.blocking(() -> givenBack(message)), GIVEN_BACK_AT_A_TIME)
                .then();
    }

    private ServiceBusReceivedMessage givenBack(ServiceBusReceivedMessage message) {
        try {
            peeker.abandon(message);
        } catch (RuntimeException e) {
            log.debug(
                    "{}: {} comes back when its lock ends", queue.subscription().name(), message.getMessageId(), e);
        }
        return message;
    }
}
