package io.dronedelivery.gateway.backend;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.CallEnd;
import io.dronedelivery.gateway.backend.answer.ContentTypes;
import io.dronedelivery.gateway.backend.answer.ExpectedAnswer;
import io.dronedelivery.gateway.backend.answer.ForwardedAnswer;
import io.dronedelivery.gateway.backend.answer.JsonAnswer;
import io.dronedelivery.gateway.backend.answer.Verdict;
import io.dronedelivery.gateway.backend.instance.Instances;
import io.dronedelivery.gateway.json.JsonCheck;
import io.dronedelivery.gateway.limit.ConcurrencyLimit;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.limit.RefusalWait;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.settings.BaseUrl;
import io.dronedelivery.gateway.settings.Priority;
import io.dronedelivery.gateway.settings.QueueProperties;
import io.dronedelivery.gateway.settings.StickyProperties;
import io.dronedelivery.gateway.telemetry.CallDescription;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.servicekit.security.Caller;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.concurrent.EventExecutor;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import reactor.netty.resources.LoopResources;

/**
 * A service behind the gateway: its instances and what protects it.
 *
 * <p>A call passes, in this order, the limit of calls with its bounded queue, the circuit breaker and the pool.
 *
 * <p>Any thread may call it.
 */
public final class Backend {

    private final String name;
    private final String origin;
    private final String pathPrefix;
    private final LoopResources loops;
    private final Instances instances;
    private final ConcurrencyLimit limit;
    private final QueueProperties queue;
    private final @Nullable Circuit circuit;
    private final ResendBudget resends;
    private final int maxResponseBytes;
    private final JsonCheck json;
    private final boolean passToken;
    private final @Nullable StickyProperties sticky;
    private final long callerDeadlineFloorNanos;
    private final AtomicLong lastSuccessAt = new AtomicLong(System.nanoTime());

    Backend(
            String name,
            String origin,
            String pathPrefix,
            LoopResources loops,
            Instances instances,
            ConcurrencyLimit limit,
            QueueProperties queue,
            @Nullable Circuit circuit,
            ResendBudget resends,
            int maxResponseBytes,
            Duration callerDeadlineFloor,
            boolean passToken,
            @Nullable StickyProperties sticky,
            JsonCheck json) {
        this.sticky = sticky;
        this.passToken = passToken;
        this.name = name;
        this.origin = origin;
        this.pathPrefix = pathPrefix;
        this.loops = loops;
        this.instances = instances;
        this.limit = limit;
        this.queue = queue;
        this.circuit = circuit;
        this.resends = resends;
        this.maxResponseBytes = maxResponseBytes;
        this.json = json;
        this.callerDeadlineFloorNanos = callerDeadlineFloor.toNanos();
    }

    /** The name in the configuration, in metrics and in problems. */
    public String name() {
        return name;
    }

    /** The base URL without its path, such as {@code http://localhost:8101}. */
    public String origin() {
        return origin;
    }

    /** The path of the base URL, empty or beginning with '/' and not ending with it. */
    public String pathPrefix() {
        return pathPrefix;
    }

    /** A kind of calls, which shares the backend's limit with all others. */
    public Workload workload(Priority priority) {
        return limit.workload(priority);
    }

    /** The maximum of calls in progress. */
    public int maxCalls() {
        return limit.max();
    }

    /** Some requests make this many calls at the same moment: the limit does not fall below it. */
    public void needs(int calls) {
        limit.needs(calls);
    }

    /** The expectation of exactly one JSON value. */
    public ExpectedAnswer json(ContentTypes accepted) {
        return new JsonAnswer(accepted, json);
    }

    /**
     * The expectation of a forward: nearly every answer is accepted, whatever its status.
     *
     * @param passErrorBodies whether a 5xx is accepted even if its body is not a problem document
     */
    public ExpectedAnswer anything(boolean passErrorBodies) {
        return new ForwardedAnswer(passErrorBodies);
    }

    /**
     * The description of calls to a target, for their spans.
     *
     * @param part that the calls are for, null when they are for none
     * @param absenceIsAnswer whether a 404 is an answer like any other
     */
    public CallDescription describeCall(
            String method, TargetTemplate target, @Nullable String part, boolean absenceIsAnswer) {
        return new CallDescription(method, pathPrefix + target.path(), name, BaseUrl.of(origin), part, absenceIsAnswer);
    }

    /** Whether its calls have the caller's access token. */
    public boolean passesToken() {
        return passToken;
    }

    /** Writes the caller's access token into a call, if this backend is to check it again. */
    public void passToken(@Nullable Caller caller, HttpHeaders headers) {
        String authorization = passToken && caller != null ? caller.authorization() : null;
        if (authorization != null) {
            headers.set(HttpHeaderNames.AUTHORIZATION, authorization);
        }
    }

    /** An event loop for timers: the current one when called on one, so that they need no hand-over between threads. */
    public EventExecutor timers() {
        return loops.onClient(LoopResources.DEFAULT_NATIVE).next();
    }

    /** Takes places at its limit for calls that start at the same moment: for all of them or for none. A call that starts gives each back. */
    public boolean tryEnter(Workload workload, int calls) {
        return limit.tryEnter(workload, calls);
    }

    /**
     * Takes a place for a call that is sent a second time although the first attempt has not failed, if that disturbs no other call. The call
     * gives the place back.
     */
    public boolean tryEnterHedge(Workload workload) {
        if (circuit != null && !circuit.isClosed() || !limit.tryEnter(workload, 1)) {
            return false;
        }
        if (resends.spend(ResendCause.HEDGE)) {
            return true;
        }
        returnPlace();
        return false;
    }

    /**
     * How long calls may wait for places.
     *
     * @param left the time until they have to be answered, in nanoseconds
     */
    public long nanosToWait(Workload workload, long left) {
        return queue.nanosToWait(left, workload.usualNanos());
    }

    /**
     * Why calls would be refused now, null when they would not be. The caller need not make the calls. Calls that it does not refuse may still
     * be refused later.
     *
     * @param calls how many start at the same moment
     * @param caller who asks, compared by {@code equals}
     * @param left the time until they have to be answered, in nanoseconds
     */
    public @Nullable Busy refusesAtOnce(Workload workload, int calls, Object caller, long left) {
        if (circuit != null && circuit.refusesAtOnce()) {
            return circuitOpen();
        }
        Entry entry = limit.ask(workload, calls, caller, nanosToWait(workload, left));
        return entry.isRefusal() ? refused(entry, workload) : null;
    }

    /** Whether calls would get places now or could wait for them. It says nothing of the circuit breaker, nor of a moment later. */
    public boolean hasRoom(Workload workload, int calls, Object caller, long left) {
        return !limit.look(workload, calls, caller, nanosToWait(workload, left)).isRefusal();
    }

    /** The failure of calls that got no places. */
    public Busy refused(Entry why, Workload workload) {
        String running = "has " + limit.inFlight() + " calls running";
        String reason = switch (why) {
            case QUEUE_FULL -> running + " and " + limit.waiting() + " requests waiting, as many as may";
            case TOO_LATE -> running + " and " + limit.waiting() + " requests waiting, too many for a call in time";
            default ->
                running + ", as many as calls of the priority "
                        + workload.priority().name().toLowerCase(Locale.ROOT) + " may join now";
        };
        return new Busy(reason, RefusalWait.after(limit.timeToDrain()), Map.of(), true);
    }

    /** Returns the place of a call that was not made. */
    public void returnPlace() {
        limit.leave(1, System.nanoTime());
    }

    /**
     * Takes the permission of the circuit breaker. {@link #leave} or, for a stream, {@link #leaveStream} must follow.
     *
     * @return null when the circuit breaker is open; {@link #circuitOpen} is the failure then
     */
    @Nullable
    public CircuitPermission enterCircuit() {
        return circuit == null ? CircuitPermission.UNGUARDED : circuit.tryEnter();
    }

    /** The failure of a call that the circuit breaker refuses. */
    public Busy circuitOpen() {
        Duration wait = circuit == null ? Duration.ZERO : circuit.remainingWait();
        return new Busy("is not called, its circuit breaker is open", wait, Map.of());
    }

    /**
     * Gives the permissions back.
     *
     * @param permission that {@link #enterCircuit} gave
     * @param startedAt when the call had its place
     * @param waitedNanos how long it had waited for that
     * @param sentAt when its request was written, 0 when it was not; the time before is not the backend's
     */
    public void leave(
            CircuitPermission permission,
            Workload workload,
            Verdict verdict,
            long startedAt,
            long waitedNanos,
            long sentAt,
            @Nullable BackendFailure failure,
            CallEnd end) {
        long now = System.nanoTime();
        switch (sentAt == 0 ? CallEnd.OTHER : end) {
            case ANSWERED -> limit.leaveAnswered(workload, now - sentAt, now);
            case UNANSWERED -> limit.leaveUnanswered(workload, now - sentAt, waitedNanos, now);
            case OTHER -> limit.leave(1, now);
        }
        leave(permission, verdict, startedAt, now, failure);
    }

    /**
     * Gives the permission for a stream back, once it has begun or failed to.
     *
     * @param permission that {@link #enterCircuit} gave
     */
    public void leaveStream(
            CircuitPermission permission, Verdict verdict, long startedAt, @Nullable BackendFailure failure) {
        leave(permission, verdict, startedAt, System.nanoTime(), failure);
    }

    private void leave(
            CircuitPermission permission, Verdict verdict, long startedAt, long now, @Nullable BackendFailure failure) {
        if (verdict == Verdict.SUCCESS) {
            lastSuccessAt.lazySet(now);
        }
        if (circuit != null) {
            circuit.leave(permission, verdict, now - startedAt, failure);
        }
    }

    /**
     * The verdict on a call that got no answer within the caller's deadline. A short deadline must not open the circuit for all other
     * callers; yet a backend that hangs has to open it even if every caller sends a deadline. So the call counts as a failure if it had
     * at least {@code caller-deadline-floor}, and no other call was answered meanwhile.
     *
     * @param startedAt when the call began
     * @param nanos the time that it had
     */
    public Verdict lateForCaller(long startedAt, long nanos) {
        return nanos >= callerDeadlineFloorNanos && lastSuccessAt.get() - startedAt < 0
                ? Verdict.FAILURE
                : Verdict.NONE;
    }

    /** Where it is called. */
    public Instances instances() {
        return instances;
    }

    /** The value by which calls are sent to the same instance, null when there is none. */
    public @Nullable StickyProperties sticky() {
        return sticky;
    }

    /** Decides which of its calls may be sent a second time. */
    public ResendBudget resends() {
        return resends;
    }

    /** The limit of its calls. A call waits there when {@link #tryEnter} has found no room. */
    public ConcurrencyLimit limit() {
        return limit;
    }

    @Nullable
    public Circuit circuit() {
        return circuit;
    }

    public int maxResponseBytes() {
        return maxResponseBytes;
    }
}
