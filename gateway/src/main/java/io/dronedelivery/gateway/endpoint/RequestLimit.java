package io.dronedelivery.gateway.endpoint;

import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.limit.LimitMeters;
import io.dronedelivery.gateway.limit.LimitShares;
import io.dronedelivery.gateway.limit.LoopDelay;
import io.dronedelivery.gateway.limit.RefusalWait;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.settings.GatewayProperties;
import io.dronedelivery.gateway.settings.GatewayProperties.ConcurrencySettings;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.function.LongSupplier;
import reactor.netty.resources.LoopResources;

/**
 * How many requests may be in progress in the gateway. It follows how late the event loops are: that is how more requests than the gateway
 * has time for show. A backend that hangs makes no loop late, so it takes no place from requests that do not need it.
 *
 * <p>Any thread may call it.
 */
final class RequestLimit {

    private final ConcurrencyLimit limit;
    private final ConcurrencySettings settings;
    private final LongSupplier loopDelay;
    private final LoopResources loops;
    private final AnswerMemory memory;

    RequestLimit(GatewayProperties settings, LoopDelay delay, LoopResources loops, MeterRegistry meters) {
        this.settings = settings.limits();
        this.loopDelay = delay::nanos;
        this.loops = loops;
        this.memory = new AnswerMemory(settings.limits().answerBytes(), this::currentLoop, meters);
        ConcurrencySettings limits = this.settings;
        LimitShares shares = new LimitShares(limits.normalShare(), limits.backgroundShare());
        int max = limits.maxConcurrentRequests();
        int maxWaiting = limits.queue().max();
        this.limit = limits.adaptive()
                ? ConcurrencyLimit.adaptive(
                        LimitMeters.REQUESTS,
                        limits.minConcurrentRequests(),
                        max,
                        max,
                        shares,
                        maxWaiting,
                        limits.slowFrom(),
                        () -> 0)
                : ConcurrencyLimit.fixed(LimitMeters.REQUESTS, max, shares, maxWaiting);
        LimitMeters.bind(limit, LimitMeters.REQUESTS, meters);
    }

    /** The memory of large answers. */
    AnswerMemory memory() {
        return memory;
    }

    /** Requests of a priority; what counts as slow is the same for all. */
    Workload workload(Priority priority) {
        return limit.workload(priority, settings.slowFrom());
    }

    boolean tryEnter(Workload workload) {
        return limit.tryEnter(workload, 1);
    }

    /** Where requests wait for which {@link #tryEnter} has found no room. */
    ConcurrencyLimit waiting() {
        return limit;
    }

    /** Whether {@link #tryEnter} would find room now. */
    boolean hasRoom(Workload workload) {
        return limit.hasRoom(workload, 1);
    }

    /**
     * Whether a request would be refused now; if so, it counts as refused.
     *
     * @param time that it has
     */
    boolean refusesAtOnce(Workload workload, Object caller, Duration time) {
        return limit.ask(workload, 1, caller, nanosToWait(time)).isRefusal();
    }

    /**
     * How long a request may wait, in nanoseconds.
     *
     * @param time that it has left
     */
    long nanosToWait(Duration time) {
        return settings.queue().nanosToWait(time.toNanos(), 0);
    }

    /** A request has ended. */
    void leave(Workload workload) {
        limit.leaveAnswered(workload, loopDelay.getAsLong(), System.nanoTime());
    }

    /** The refusal of a request that gets no place. */
    ProblemException overloaded() {
        return ProblemException.of(
                        ProblemType.OVERLOADED, "As many requests are in progress as the gateway can answer in time.")
                .retryAfter(RefusalWait.after(limit.timeToDrain()))
                .alreadyLogged();
    }

    /** The event loop that calls this. */
    EventExecutor currentLoop() {
        return loops.onClient(LoopResources.DEFAULT_NATIVE).next();
    }
}
