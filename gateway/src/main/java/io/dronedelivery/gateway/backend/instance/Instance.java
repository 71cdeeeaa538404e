package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.settings.BackendProperties;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.netty.http.client.HttpClient;

/**
 * One of the addresses at which a backend answers: its connections, its calls in progress, and whether it is excluded for a while because it
 * failed. Callers do not report their calls to an instance that {@link #isAlone}.
 *
 * <p>Any thread may call it.
 */
public final class Instance {

    private static final Logger log = LoggerFactory.getLogger(Instance.class);
    private static final int MOST_DOUBLINGS = 10;
    private static final long REST_NANOS = Duration.ofSeconds(1).toNanos();

    /** Of its weight, at the beginning of a slow start. */
    private static final double LEAST_OF_WEIGHT = 0.1;

    private final String backend;
    private final String address;
    private final ConnectionPool pool;
    private final HttpClient streams;
    private final BackendProperties.InstanceSettings settings;
    private final boolean alone;
    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean leftOut;
    private volatile long leftOutUntil;
    private volatile boolean unreachable;
    private int timesLeftOut;
    private volatile boolean wasBusy;
    private volatile long busyUntil;
    private final int fullWeight;
    private final long seed;
    private volatile boolean slowStart;
    private volatile long fullFrom;
    private Consumer<Instance> tooManyFailures = Instance::leaveOutForFailures;

    /**
     * @param backend its backend's name
     * @param address host and port
     * @param weight how many calls it gets, compared with the others
     * @param alone whether there is never another one
     */
    Instance(
            String backend,
            String address,
            ConnectionPool pool,
            HttpClient streams,
            BackendProperties.InstanceSettings settings,
            int weight,
            boolean alone) {
        this.fullWeight = weight;
        this.seed = InstanceWeights.mix(address.hashCode());
        this.backend = backend;
        this.address = address;
        this.pool = pool;
        this.streams = streams;
        this.settings = settings;
        this.alone = alone;
    }

    String address() {
        return address;
    }

    public ConnectionPool pool() {
        return pool;
    }

    /** The client for streams: a connection for each, so that none holds one that other calls wait for. */
    public HttpClient streams() {
        return streams;
    }

    /** @param listener may leave it out because so many calls in a row have failed */
    void onTooManyFailures(Consumer<Instance> listener) {
        tooManyFailures = listener;
    }

    /**
     * Its calls become more for {@code slow-start}, because its code is cold.
     *
     * @param from when it may get calls
     */
    void startSlowly(long from) {
        if (!settings.slowStart().isZero()) {
            fullFrom = from + settings.slowStart().toNanos();
            slowStart = true;
        }
    }

    /** Whether it gets calls, but fewer than its weight says. */
    boolean isInSlowStart(long now) {
        if (slowStart && now - fullFrom >= 0) {
            slowStart = false;
        }
        return slowStart && isIn(now);
    }

    /** How many calls it gets now, compared with the others. */
    double weight(long now) {
        if (!isInSlowStart(now)) {
            return fullWeight;
        }
        double missing = (double) (fullFrom - now) / settings.slowStart().toNanos();
        return fullWeight * Math.max(LEAST_OF_WEIGHT, 1 - missing);
    }

    int fullWeight() {
        return fullWeight;
    }

    /** A number made of its address. */
    long seed() {
        return seed;
    }

    /** How many calls are in progress. */
    int calls() {
        return calls.get();
    }

    /** Whether it may be chosen. It may be after its exclusion; the next failure then excludes it for twice as long. */
    boolean isIn(long now) {
        return !leftOut || now - leftOutUntil >= 0;
    }

    /**
     * Whether it has just asked to retry later, and answered no call since. The other instances come first then: an instance that refuses at
     * once has the fewest calls in progress, and would get nearly all of them. An instance that answers other calls has refused a single caller.
     */
    boolean isBusy(long now) {
        return wasBusy && now - busyUntil < 0;
    }

    /** Whether there is never another one, so that its calls need not be counted. */
    public boolean isAlone() {
        return alone;
    }

    /** A call begins; {@link #end} or {@link #unreachable} must follow once. */
    public void begin() {
        calls.incrementAndGet();
    }

    /** A call has ended. */
    public void end(Verdict verdict) {
        calls.decrementAndGet();
        if (verdict == Verdict.SUCCESS) {
            wasBusy = false;
            if (failures.get() != 0) {
                works();
            }
        } else if (verdict == Verdict.BUSY) {
            busyUntil = System.nanoTime() + REST_NANOS;
            wasBusy = true;
        } else if (verdict == Verdict.FAILURE && failures.incrementAndGet() >= settings.failures()) {
            tooManyFailures.accept(this);
        }
    }

    /** A call has ended because no connection could be opened. */
    public void unreachable() {
        calls.decrementAndGet();
        failures.incrementAndGet();
        unreachable = true;
        leaveOut("no connection to it could be had");
    }

    /** Whether no connection to it could be opened when it was called last. */
    boolean isUnreachable() {
        return unreachable;
    }

    /** A call has had a connection to it. */
    void reached() {
        unreachable = false;
    }

    void leaveOutForFailures() {
        leaveOut(settings.failures() + " calls in a row failed");
    }

    private synchronized void works() {
        failures.set(0);
        reached();
        if (leftOut) {
            long now = System.nanoTime();
            if (!isIn(now)) {
                // It was called because all are left out.
                startSlowly(now);
            }
            leftOut = false;
            timesLeftOut = 0;
            log.info("{} of backend {} answers again", address, backend);
        }
    }

    private synchronized void leaveOut(String reason) {
        long now = System.nanoTime();
        if (!isIn(now)) {
            // Calls that were under way already.
            return;
        }
        Duration time = settings.leftOut().multipliedBy(1L << Math.min(timesLeftOut, MOST_DOUBLINGS));
        time = time.compareTo(settings.leftOutMax()) < 0 ? time : settings.leftOutMax();
        timesLeftOut++;
        leftOutUntil = now + time.toNanos();
        leftOut = true;
        // Its first answers may be late, so it does not wait for them.
        startSlowly(leftOutUntil);
        log.warn("{} of backend {} is left out for {} ms: {}", address, backend, time.toMillis(), reason);
    }
}
