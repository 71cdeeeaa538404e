package io.dronedelivery.messaging.event;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells failures of one event from failures of all events of a type. When most events of the type fail, it is paused: no handler is
 * called, but for one event at a time, until one passes. Any thread may call it; while nothing fails it takes no lock.
 *
 * <p>A breaker of Resilience4j counts calls. Here a call is no measure: one poisoned event makes many of them, and the question is
 * whether <em>other</em> events fail.
 */
final class TypeBreaker {

    /** In the place of a period: the handler may not be called now. */
    static final int REFUSED = -1;

    /** Which part of the pause before a trial events that were tried in it already wait longer than others. */
    private static final int LATER = 8;

    /** How many events are looked back on. */
    private static final int WINDOW = 20;

    private final RetryProperties.Breaker settings;
    private final LongSupplier nanos;
    private final LongAdder passes = new LongAdder();
    private final AtomicInteger inWork = new AtomicInteger();
    private final Standstill standstill;

    /** The events since the first failure, whether they passed; empty while nothing fails. */
    private final Deque<Boolean> recent = new ArrayDeque<>(WINDOW);

    private volatile boolean watching;
    private volatile @Nullable Pause pause;

    /** Counts on when a pause begins, with each trial that ends, and when the pause ends: each trial has a period of its own. */
    private volatile int period;

    private int firstTrial;
    private boolean trialRuns;
    private long nextTrial;
    private Duration wait;

    /**
     * A pause that goes on.
     *
     * @param sinceNanos when it began
     * @param cause the failure that it began with
     */
    record Pause(long sinceNanos, Throwable cause) {}

    TypeBreaker(RetryProperties.Breaker settings, LongSupplier nanos) {
        this.settings = settings;
        this.nanos = nanos;
        this.standstill = new Standstill(nanos);
        this.wait = settings.firstPause();
    }

    /** The work on an event begins. Until it ends the event may wait for a trial. */
    void began() {
        inWork.incrementAndGet();
    }

    /** The work on an event has ended, however it did. */
    void ended() {
        inWork.decrementAndGet();
    }

    /** How many events have passed since the start. */
    long passes() {
        return passes.sum();
    }

    /** The pause that goes on, or null. */
    @Nullable
    Pause pause() {
        return pause;
    }

    /** The pause that goes on and that an event waits in, or null. Where none is left, others have them now, and nothing could end it. */
    @Nullable
    Pause pauseOfSome() {
        return inWork.get() > 0 ? pause : null;
    }

    /**
     * Asks whether the handler may be called. After a period {@link #left} has to be called in any case, and before it what became of the
     * call.
     *
     * @param last the period of the event's last call, or {@link #REFUSED} when there was none
     * @return the period for the answer, or {@link #REFUSED}
     */
    int tryEnter(int last) {
        // Before the pause is read: a call that began before it must not count as the one that is tried.
        int now = period;
        return pause == null ? now : tryTrial(last);
    }

    private synchronized int tryTrial(int last) {
        if (pause == null) {
            return period;
        }
        // One that was not tried yet tells more: what is behind one that was given up comes before hundreds that fail.
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
     * An event has failed for a reason that nobody foresaw.
     *
     * @param entered the period in which its call began
     * @param known whether it has failed before in that period
     * @return whether that is the event's own failure, as far as can be told now
     */
    synchronized boolean failed(int entered, boolean known, Throwable cause) {
        if (pause != null) {
            trialFailed(entered);
            return false;
        }
        if (!known && entered == period) {
            watching = true;
            add(false);
            if (mostFail()) {
                pause = new Pause(nanos.getAsLong(), cause);
                period++;
                firstTrial = period;
                nextTrial = nanos.getAsLong() + wait.toNanos();
                return false;
            }
        }
        return entered == period;
    }

    /** An event was not done for a reason that says nothing about the type, such as an outage. */
    void undecided(int entered) {
        if (pause != null) {
            trialFailed(entered);
        }
    }

    /** A call is over. When nothing was told of it, since it was given up or its event is refused, the next one may be tried at once. */
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
     * Asks whether an event may be given up because none of the type is done: one after a long time, further ones sooner. If all that wait were,
     * an outage would empty the queue into the dead letters.
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
        while (recent.size() > WINDOW || !recent.isEmpty() && recent.element()) {
            recent.remove();
        }
        watching = !recent.isEmpty();
    }

    private boolean mostFail() {
        long failures = recent.stream().filter(passed -> !passed).count();
        return failures >= settings.failures() && failures * 3 > recent.size() * 2L;
    }
}
