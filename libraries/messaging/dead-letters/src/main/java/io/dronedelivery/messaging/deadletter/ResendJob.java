package io.dronedelivery.messaging.deadletter;

import io.dronedelivery.messaging.event.BrokerUnavailableException;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/** Sends many dead letters again at a rate, and reports its progress. Any thread may call it. */
final class ResendJob implements DeadLetterWork {

    /** After this many dead letters in a row that the broker did not accept, the job fails: it would not accept the others either. */
    private static final int MOST_REFUSALS = 5;

    private static final int MOST_ERRORS = 10;

    private final String id;
    private final DeadLetterQueue queue;
    private final DeadLetterFilter filter;
    private final int rate;
    private final DeadLetterNote note;
    private final Runnable sentOne;
    private final Pace pace;
    private final Instant startedAt = Instant.now();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong failed = new AtomicLong();
    private final AtomicLong cameBack = new AtomicLong();
    private final AtomicInteger refusals = new AtomicInteger();
    private final Deque<String> errors = new ArrayDeque<>();
    private final Disposable.Swap running = Disposables.swap();
    private volatile ResendStatus status = ResendStatus.RUNNING;
    private volatile @Nullable Instant endedAt;

    enum ResendStatus {
        RUNNING,
        DONE,
        STOPPED,
        FAILED
    }

    /**
     * @param status one of running, done, stopped, failed
     * @param sent dead letters that were published and removed
     * @param failed dead letters that stay; they may have been published
     * @param cameBack dead letters that this job had sent and that failed again meanwhile; they stay
     * @param rate events a second, at most
     * @param errors the last of them
     */
    record ResendProgress(
            String id,
            String subscription,
            String status,
            long sent,
            long failed,
            long cameBack,
            int rate,
            Instant startedAt,
            @Nullable Instant endedAt,
            List<String> errors) {}

    ResendJob(String id, DeadLetterQueue queue, DeadLetterFilter filter, int rate, String by, Runnable sentOne) {
        this.id = id;
        this.queue = queue;
        this.filter = filter;
        this.rate = rate;
        this.note = new DeadLetterNote(DeadLetterNote.RESENT, by, null);
        this.sentOne = sentOne;
        this.pace = new Pace(rate);
    }

    String id() {
        return id;
    }

    boolean isRunning() {
        return status == ResendStatus.RUNNING;
    }

    /** Starts the job. It runs without a caller until all dead letters are handled, or {@link #stop} is called. */
    void start() {
        running.update(queue.work(filter, this)
                .subscribe(
                        nothing -> {},
                        failure -> {
                            remember(String.valueOf(failure.getMessage()));
                            end(ResendStatus.FAILED);
                        },
                        () -> end(refusals.get() >= MOST_REFUSALS ? ResendStatus.FAILED : ResendStatus.DONE)));
    }

    /** Stops the job soon. Dead letters under way are finished or stay. */
    void stop() {
        end(ResendStatus.STOPPED);
    }

    private synchronized void end(ResendStatus how) {
        if (isRunning()) {
            status = how;
            endedAt = Instant.now();
        }
    }

    @Override
    public boolean isOver() {
        return !isRunning() || refusals.get() >= MOST_REFUSALS;
    }

    @Override
    public Mono<Disposal> decide(WaitingDeadLetter letter) {
        if (letter.attribute(ResentAttributes.CALL, "").equals(id)) {
            cameBack.incrementAndGet();
            return Mono.just(new Disposal.Keep());
        }
        return pace.turn()
                .then(Mono.fromSupplier(() -> isOver()
                        ? new Disposal.Keep()
                        : new Disposal.Resend(
                                ResentAttributes.of(letter, queue.subscription().group(), id),
                                null,
                                note.text(letter))));
    }

    @Override
    public void done(WaitingDeadLetter letter, Disposal disposal) {
        if (disposal instanceof Disposal.Resend) {
            refusals.set(0);
            sent.incrementAndGet();
            sentOne.run();
            note.log(queue.subscription().name(), letter);
        }
    }

    @Override
    public void failed(WaitingDeadLetter letter, Throwable failure) {
        failed.incrementAndGet();
        remember(letter.id() + ": " + failure.getMessage());
        if (failure instanceof BrokerUnavailableException) {
            refusals.incrementAndGet();
        }
    }

    private void remember(String error) {
        synchronized (errors) {
            errors.addLast(error);
            if (errors.size() > MOST_ERRORS) {
                errors.removeFirst();
            }
        }
    }

    ResendProgress progress() {
        List<String> last;
        synchronized (errors) {
            last = List.copyOf(errors);
        }
        return new ResendProgress(
                id,
                queue.subscription().name(),
                status.name().toLowerCase(Locale.ROOT),
                sent.get(),
                failed.get(),
                cameBack.get(),
                rate,
                startedAt,
                endedAt,
                last);
    }
}
