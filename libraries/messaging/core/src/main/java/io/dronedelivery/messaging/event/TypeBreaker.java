package io.dronedelivery.messaging.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells failures of one event from failures of all events of a type. When most events of the type fail, the type is paused: the handler is
 * called for one event at a time, until one succeeds. Any thread may call it; it takes no lock while nothing fails.
 *
 * <p>A breaker of Resilience4j counts calls. Calls are the wrong measure here: one bad event makes many calls, and the question is whether
 * <em>other</em> events fail.
 */
final class TypeBreaker {

    /** Returned instead of a period: the handler may not be called now. */
    static final int REFUSED = -1;

    /** Events already tried in this pause wait 1/8 longer, so that untried events go first. */
    private static final int LATER = 8;

    /** How many of the last events count at least. */
    private static final int WINDOW = 20;

    private final RetryProperties.Breaker settings;
    private final LongSupplier nanos;
    private final LongAdder passes = new LongAdder();
    private final AtomicInteger inWork = new AtomicInteger();
    private final Standstill standstill;
    private final int window;

    /** The events since the first failure, true for success; empty while nothing fails. */
    private final Deque<Boolean> recent = new ArrayDeque<>(WINDOW);

    private volatile boolean watching;
    private volatile @Nullable Pause pause;

    /** Grows when a pause begins, when a trial ends and when the pause ends, so that each trial has its own period. */
    private volatile int period;

    private int firstTrial;
    private boolean trialRuns;
    private long nextTrial;
    private Duration wait;

    /**
     * @param sinceNanos when it began
     * @param cause the failure that began it
     */
    record Pause(long sinceNanos, Throwable cause) {}

    TypeBreaker(RetryProperties.Breaker settings, LongSupplier nanos) {
        this.settings = settings;
        this.nanos = nanos;
        this.standstill = new Standstill(nanos);
        this.window = Math.max(WINDOW, settings.failures() + settings.failures() / 2);
        this.wait = settings.firstPause();
    }

    /** The work on an event begins. Until it ends the event may wait for a trial. */
    void began() {
        inWork.incrementAndGet();
    }

    /** The work on an event has ended, with success or without. */
    void ended() {
        inWork.decrementAndGet();
    }

    /** How many events have succeeded since the start. */
    long passes() {
        return passes.sum();
    }

    @Nullable
    Pause pause() {
        return pause;
    }

    /**
     * The current pause if an event waits in it, otherwise null. Without waiting events this instance can never end the pause, because
     * other instances have the events.
     */
    @Nullable
    Pause pauseOfSome() {
        return inWork.get() > 0 ? pause : null;
    }

    /**
     * Asks whether the handler may be called. After each period the caller has to report the result of the call, and then call
     * {@link #left} in any case.
     *
     * @param last the period of the event's last call, or {@link #REFUSED} when there was none
     * @return the period to report the result with, or {@link #REFUSED}
     */
    int tryEnter(int last) {
        // Read before the pause: a call that began before the pause must not count as its trial.
        int now = period;
        return pause == null ? now : tryTrial(last);
    }

    private synchronized int tryTrial(int last) {
        if (pause == null) {
            return period;
        }
        // An untried event tells more: it goes before the events that have failed already.
        long after = last >= firstTrial ? wait.dividedBy(LATER).toNanos() : 0;
        if (trialRuns || nanos.getAsLong() - nextTrial < after) {
            return REFUSED;
        }
        trialRuns = true;
        return period;
    }

    /** @return the pause that this has ended, or null */
    @Nullable
    Pause passed(int entered) {
        passes.increment();
        return watching ? passedWhileWatching(entered) : null;
    }

    private synchronized @Nullable Pause passedWhileWatching(int entered) {
        Pause ended = pause;
        if (ended == null) {
            add(true);
        } else if (entered == period) {
            pause = null;
            endTrial();
            wait = settings.firstPause();
            recent.clear();
            watching = false;
            return ended;
        }
        return null;
    }

    /**
     * An event has failed for an unforeseen reason.
     *
     * @param entered the period in which its call began
     * @param known whether it has failed before in that period
     * @return whether the failure counts as the event's own, by what is known now
     */
    boolean failed(int entered, boolean known, Throwable cause) {
        return failed(entered, known, cause, false);
    }

    /**
     * An event was refused, such as data of another version. That is the event's own failure, as long as others of the type succeed. The
     * parameters and the result are those of {@link #failed}.
     */
    boolean refused(int entered, boolean known, Throwable cause) {
        return failed(entered, known, cause, true);
    }

    private synchronized boolean failed(int entered, boolean known, Throwable cause, boolean refusal) {
        if (pause != null) {
            trialFailed(entered);
            return false;
        }
        if (!known && entered == period) {
            watching = true;
            add(false);
            if (refusal ? allFail() : mostFail()) {
                pause = new Pause(nanos.getAsLong(), cause);
                period++;
                firstTrial = period;
                nextTrial = nanos.getAsLong() + wait.toNanos();
                return false;
            }
        }
        return entered == period;
    }

    /** An event has failed for a reason that says nothing about the type, such as an outage. */
    void undecided(int entered) {
        if (pause != null) {
            trialFailed(entered);
        }
    }

    /**
     * A call has ended. When its result was not reported, because it was cancelled or its event refused, the next trial may start at once.
     */
    void left(int entered) {
        if (pause != null) {
            trialLeft(entered);
        }
    }

    private synchronized void trialLeft(int entered) {
        if (pause != null && entered == period) {
            endTrial();
        }
    }

    private void endTrial() {
        trialRuns = false;
        period++;
    }

    /**
     * Asks whether an event may be given up because none of the type succeeds: one after a long time, further ones sooner. Without this
     * limit an outage would move the whole queue into the dead letters.
     *
     * @see Standstill#mayGiveUp
     */
    boolean mayGiveUp(Duration still, Duration longest, Duration shortest) {
        return standstill.mayGiveUp(still, longest, shortest, passes());
    }

    private synchronized void trialFailed(int entered) {
        if (entered == period && trialRuns) {
            endTrial();
            Duration longer = wait.multipliedBy(2);
            wait = longer.compareTo(settings.maxPause()) < 0 ? longer : settings.maxPause();
            nextTrial = nanos.getAsLong() + wait.toNanos();
        }
    }

    private void add(boolean passed) {
        recent.add(passed);
        while (recent.size() > window || !recent.isEmpty() && recent.element()) {
            recent.remove();
        }
        watching = !recent.isEmpty();
    }

    private boolean allFail() {
        return recent.size() >= settings.failures() && !recent.contains(true);
    }

    private boolean mostFail() {
        long failures = recent.stream().filter(passed -> !passed).count();
        return failures >= settings.failures() && failures * 3 > recent.size() * 2L;
    }
}
