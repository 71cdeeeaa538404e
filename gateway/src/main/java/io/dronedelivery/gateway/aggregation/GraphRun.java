package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PartGraph.ListPlan;
import io.dronedelivery.gateway.aggregation.Plan.PlaceGroup;
import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.aggregation.PlanResult.ElementFailure;
import io.dronedelivery.gateway.aggregation.PlanResult.StalePart;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.backend.answer.BackendFailure.UnusableValue;
import io.dronedelivery.gateway.backend.call.SecondAttempt;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.json.JsonShape;
import io.dronedelivery.gateway.json.JsonValues;
import io.dronedelivery.gateway.limit.Entry;
import io.dronedelivery.gateway.limit.LoopWaiter;
import io.dronedelivery.gateway.limit.Workload;
import io.dronedelivery.gateway.template.ValueList;
import io.netty.util.concurrent.EventExecutor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.springframework.web.ErrorResponseException;
import reactor.core.CoreSubscriber;

/**
 * One run of a {@link GraphFetch}, over once it has completed, failed or been cancelled.
 *
 * <p>The event loop on which the request began owns all of it. Calls that end on another loop, and {@link #cancel}, which may come from any
 * thread, are handed over to it. So nothing here is shared between threads but the flag that the caller has left.
 */
final class GraphRun implements Subscription, Runnable, PartRun {

    private static final byte[] EMPTY_LIST = "[]".getBytes(StandardCharsets.US_ASCII);

    private final Plan plan;
    private final PartGraph graph;
    private final AggregateRequest request;
    private final CoreSubscriber<? super Aggregate> subscriber;
    private final EventExecutor loop;
    private final long startedAt;
    private final long deadline;
    private final boolean whole;
    private final BitSet shown;
    private final PartState[] states;
    private final List<PartCall> calls = new ArrayList<>();
    private final List<WaitingCalls> waiters = new ArrayList<>();

    /** Calls that have ended and are not looked at yet: one may end while another is started. */
    private final Queue<PartCall> endedCalls = new ArrayDeque<>();

    private final RunValues values;
    private final Substitutes substitutes;

    private int open;
    private boolean begun;
    private boolean busy;
    private boolean over;
    private volatile boolean cancelled;
    private long longestWait;
    private @Nullable Future<?> timer;
    private long timerAt;

    GraphRun(Plan plan, PartGraph graph, AggregateRequest request, CoreSubscriber<? super Aggregate> subscriber) {
        this.plan = plan;
        this.graph = graph;
        this.request = request;
        this.subscriber = subscriber;
        this.startedAt = System.nanoTime();
        List<PlannedPart> parts = plan.parts();
        this.loop = parts.get(0).part().backend().timers();
        this.deadline = startedAt + request.limit().time().toNanos();
        this.whole = plan.canBeWhole(request.callerKey(), request.limit().time().toNanos());
        this.values = new RunValues(graph, request);
        this.substitutes = new Substitutes(plan);
        this.states = new PartState[parts.size()];
        for (int i = 0; i < states.length; i++) {
            states[i] = new PartState(graph.part(i), parts.get(i));
        }
        this.shown = graph.wanted(request.values());
        BitSet needed = graph.neededFor(shown);
        this.open = needed.cardinality();
        for (int i = needed.nextClearBit(0); i < states.length; i = needed.nextClearBit(i + 1)) {
            states[i].skipped = true;
            states[i].ended = true;
        }
    }

    /** There is at most one value, so any demand starts the calls. */
    @Override
    public void request(long n) {
        onLoop(this::begin);
    }

    @Override
    public void cancel() {
        cancelled = true;
        onLoop(() -> {
            if (close(true)) {
                plan.meters().recordWhole(AggregationOutcome.CANCELLED, System.nanoTime() - startedAt);
            }
        });
    }

    @Override
    public void ended(PartCall call) {
        onLoop(() -> {
            endedCalls.add(call);
            work(null);
        });
    }

    @Override
    public void record(int part, AggregationOutcome outcome, long nanos) {
        plan.meters().recordPart(part, outcome, nanos);
    }

    private void onLoop(Runnable task) {
        if (loop.inEventLoop()) {
            task.run();
        } else {
            loop.execute(task);
        }
    }

    private void begin() {
        if (!begun && !over) {
            begun = true;
            work(this::beginFirst);
        }
    }

    private void beginFirst() {
        for (PlaceGroup group : plan.groups()) {
            List<PartCall> together = group.parts().stream()
                    .map(part -> prepared(states[part.index()], values.all(), request.limit()))
                    .toList();
            enter(group, together);
        }
        for (PartState state : states) {
            if (state.waitsFor == 0 && !state.ended && state.begunAt == 0) {
                begin(state);
            }
        }
    }

    /** Does something and looks at all calls that have ended meanwhile. */
    private void work(@Nullable Runnable something) {
        if (busy) {
            return;
        }
        busy = true;
        try {
            workThrough(something);
        } catch (RuntimeException e) {
            // It is a defect, and no caller must wait for its deadline because of one.
            if (close(false) && !cancelled) {
                subscriber.onError(e);
            }
        } finally {
            busy = false;
        }
        scheduleTimer();
    }

    private void workThrough(@Nullable Runnable something) {
        if (something != null && !over) {
            something.run();
        }
        PartCall call = endedCalls.poll();
        while (call != null && !over) {
            PartState state = states[call.planned().index()];
            calls.remove(call);
            if (--state.openCalls == 0) {
                substitutes.applyToElements(state);
                state.take();
                endOrTryElsewhere(state);
            }
            call = endedCalls.poll();
        }
    }

    /** The call of a part has ended. Its fallback's backend may be called. */
    private void endOrTryElsewhere(PartState state) {
        PlannedPart other = plan.elsewhere(state.node.index());
        Duration left = Duration.ofNanos(deadline - System.nanoTime());
        if (other == null
                || state.ownCall != null
                || !Substitutes.isFailureOfBackend(state.failure)
                || left.compareTo(plan.leastTime()) < 0) {
            end(state);
            return;
        }
        state.ownCall = state.calls.get(0);
        state.calls.clear();
        TimeLimit limit = new TimeLimit(left, request.limit().setByCaller());
        PartCall call = new PartCall(this, other, request.with(values.all(), limit), System.nanoTime());
        add(state, call);
        plan.meters().countFallback(state.node.index(), "backend");
        enter(PlaceGroup.of(List.of(other)), List.of(call));
    }

    private void end(PartState state) {
        substitutes.apply(state);
        state.ended = true;
        state.nanos = Math.max(1, System.nanoTime() - state.begunAt);
        open--;
        BackendFailure failure = state.failure;
        if (failure != null && state.part().required()) {
            if (close(false)) {
                fail(Plan.failed(state.part(), failure, state.limitedByCaller), failure, state.limitedByCaller);
            }
            return;
        }
        JsonValues read = state.node.read();
        byte[] body = state.body;
        if (read != null && body != null) {
            read.read(body, values);
        }
        JsonShape shape = state.part().options().shape();
        boolean constant = state.stale != null && state.stale.ageSeconds() < 0;
        if (shape != null && body != null && !constant) {
            state.body = shape.apply(body);
        }
        for (int next : state.node.neededBy()) {
            PartState waiting = states[next];
            if (!over && --waiting.waitsFor == 0 && !waiting.ended) {
                waiting.after = state.node.index();
                begin(waiting);
            }
        }
        if (open == 0 && close(false)) {
            complete();
        }
    }

    /** All parts that it needs have ended. */
    private void begin(PartState state) {
        long now = System.nanoTime();
        state.begunAt = now;
        BackendFailure failure = needsUnavailable(state);
        if (isSkipped(state, failure == null)) {
            state.skipped = true;
            plan.meters().recordPart(state.node.index(), AggregationOutcome.SKIPPED, 0);
            end(state);
            return;
        }
        failure = failure == null ? values.unusable(state.node) : failure;
        Duration left = Duration.ofNanos(deadline - now);
        if (failure != null) {
            failed(state, failure, false);
        } else if (left.compareTo(plan.leastTime()) < 0) {
            failed(state, TimedOut.after(Duration.ZERO), request.limit().setByCaller());
        } else {
            start(state, new TimeLimit(left, request.limit().setByCaller()));
        }
    }

    private void start(PartState state, TimeLimit limit) {
        ListPlan list = state.node.list();
        if (list == null) {
            prepared(state, values.all(), limit);
        } else {
            state.keys = List.copyOf(values.elements(list));
            ValueList form = list.call().element().values();
            if (form == null) {
                state.keys.forEach(key -> prepared(state, values.withElement(key), limit));
            } else if (!state.keys.isEmpty()) {
                String all = null;
                for (String key : state.keys) {
                    all = form.add(all, key);
                }
                prepared(state, values.withElement(all), limit);
            }
        }
        if (state.calls.isEmpty()) {
            state.body = EMPTY_LIST;
            end(state);
            return;
        }
        PlaceGroup group = plan.groupOf(state.node.index());
        state.calls.forEach(call -> enter(group, List.of(call)));
    }

    private void failed(PartState state, BackendFailure failure, boolean outOfCallersTime) {
        state.failed(failure, outOfCallersTime);
        plan.meters()
                .recordPart(
                        state.node.index(), AggregationOutcome.of(BackendProblem.type(failure, outOfCallersTime)), 0);
        end(state);
    }

    /** @param valuesThere whether the conditions can be looked at */
    private boolean isSkipped(PartState state, boolean valuesThere) {
        for (int needed : state.node.needs()) {
            if (states[needed].skipped) {
                return true;
            }
        }
        return valuesThere && !state.node.when().stream().allMatch(values::holds);
    }

    private @Nullable UnusableValue needsUnavailable(PartState state) {
        for (int needed : state.node.needs()) {
            if (states[needed].failure != null) {
                return new UnusableValue(graph.nameOf(needed), "is unavailable");
            }
        }
        return null;
    }

    private PartCall prepared(PartState state, @Nullable String[] written, TimeLimit limit) {
        if (state.begunAt == 0) {
            state.begunAt = startedAt;
        }
        PartCall call = new PartCall(this, state.planned, request.with(written, limit), state.begunAt);
        return add(state, call);
    }

    private PartCall add(PartState state, PartCall call) {
        state.calls.add(call);
        state.openCalls++;
        calls.add(call);
        return call;
    }

    /** Starts calls if there are places, or has them wait. */
    private void enter(PlaceGroup group, List<PartCall> together) {
        if (over) {
            return;
        }
        List<PartCall> entering = plan.mayDoWithoutCalls()
                ? together.stream().filter(call -> !doesWithoutCall(call)).toList()
                : together;
        if (entering.isEmpty()) {
            return;
        }
        boolean mayWait = whole || group.required();
        Workload workload = mayWait ? group.workload() : group.ofIncomplete();
        if (group.backend().tryEnter(workload, entering.size())) {
            entering.forEach(call -> call.start(0));
        } else {
            WaitingCalls waiting = new WaitingCalls(group, entering, mayWait);
            waiters.add(waiting);
            waiting.enter();
        }
    }

    /** Whether there is a kept answer, or an identical call is made for others, too. */
    private boolean doesWithoutCall(PartCall call) {
        if (call.endedWithKept()) {
            return true;
        }
        Coalescer<PartCall> coalescer = plan.coalescer(call.planned());
        if (coalescer == null || request.limit().setByCaller()) {
            return false;
        }
        call.share(coalescer);
        return true;
    }

    /** The time of at least one call is over. */
    @Override
    public void run() {
        timer = null;
        work(() -> {
            long now = System.nanoTime();
            List.copyOf(calls).forEach(call -> call.timeOutAt(now));
        });
    }

    private void scheduleTimer() {
        long now = System.nanoTime();
        long earliest = Long.MAX_VALUE;
        for (PartCall call : calls) {
            earliest = Math.min(earliest, call.remainingAt(now));
        }
        if (over || earliest == Long.MAX_VALUE || timer != null && timerAt - (now + earliest) <= 0) {
            return;
        }
        stopTimer();
        timerAt = now + earliest;
        timer = loop.schedule(this, Math.max(0, earliest), TimeUnit.NANOSECONDS);
    }

    private void stopTimer() {
        Future<?> running = timer;
        if (running != null) {
            running.cancel(false);
        }
    }

    /**
     * Ends the run and what is still open.
     *
     * @return whether this call has ended it
     */
    private boolean close(boolean callerLeft) {
        if (over) {
            return false;
        }
        over = true;
        stopTimer();
        waiters.forEach(WaitingCalls::abandon);
        calls.forEach(call -> call.cancel(callerLeft));
        return true;
    }

    private void fail(ErrorResponseException problem, BackendFailure failure, boolean outOfCallersTime) {
        long elapsed = System.nanoTime() - startedAt;
        plan.meters().recordWhole(AggregationOutcome.of(BackendProblem.type(failure, outOfCallersTime)), elapsed);
        problem.getHeaders()
                .set(
                        ServerTiming.HEADER,
                        plan.timing().format(nanos(), longestWait, elapsed, again(), result(List.of(), List.of())));
        if (!cancelled) {
            subscriber.onError(problem);
        }
    }

    private void complete() {
        long elapsed = System.nanoTime() - startedAt;
        byte[][] bodies = new byte[states.length][];
        BackendFailure[] failures = new BackendFailure[states.length];
        int missing = 0;
        int there = 0;
        for (int i = shown.nextSetBit(0); i >= 0; i = shown.nextSetBit(i + 1)) {
            bodies[i] = states[i].body;
            failures[i] = states[i].failure;
            missing += failures[i] == null ? 0 : 1;
            there += bodies[i] == null ? 0 : 1;
        }
        // Parts that nobody wants, or whose conditions do not hold, are not missing.
        if (missing > 0 && there < Math.min(plan.minParts(), there + missing)) {
            tooFew(failures);
            return;
        }
        List<ElementFailure> elements =
                shown.stream().boxed().flatMap(i -> states[i].elements.stream()).toList();
        List<StalePart> stale = shown.stream()
                .mapToObj(i -> states[i].stale)
                .filter(Objects::nonNull)
                .toList();
        boolean complete = missing == 0 && elements.isEmpty() && stale.isEmpty();
        plan.meters().recordWhole(complete ? AggregationOutcome.SUCCESS : AggregationOutcome.PARTIAL, elapsed);
        if (!cancelled) {
            subscriber.onNext(new Aggregate(
                    bodies, failures, nanos(), longestWait, elapsed, complete, again(), result(elements, stale)));
            subscriber.onComplete();
        }
    }

    private void tooFew(@Nullable BackendFailure[] failures) {
        PartState worst = states[TooFewParts.worst(failures)];
        BackendFailure failure = Objects.requireNonNull(worst.failure, "a part is missing");
        ErrorResponseException problem = Plan.failed(worst.part(), failure, worst.limitedByCaller);
        problem.getBody().setProperty(AggregateBody.UNAVAILABLE, TooFewParts.entries(plan.parts(), failures));
        fail(problem, failure, worst.limitedByCaller);
    }

    private @Nullable SecondAttempt @Nullable [] again() {
        return ServerTiming.again(states.length, i -> states[i].secondAttempt());
    }

    private long[] nanos() {
        long now = System.nanoTime();
        return Arrays.stream(states)
                .mapToLong(state -> state.ended ? state.nanos : state.begunAt == 0 ? 0 : now - state.begunAt)
                .toArray();
    }

    private PlanResult result(List<ElementFailure> elements, List<StalePart> stale) {
        return new PlanResult(
                Arrays.stream(states)
                        .mapToLong(state -> state.begunAt == 0 ? 0 : state.begunAt - startedAt)
                        .toArray(),
                Arrays.stream(states).mapToInt(state -> state.after).toArray(),
                elements,
                stale,
                plan.keepsAnswers() ? Arrays.stream(states).map(GraphRun::use).toArray(CacheUse[]::new) : null);
    }

    private static @Nullable CacheUse use(PartState state) {
        return CacheUse.of(
                state.calls.stream().map(PartCall::use).filter(Objects::nonNull).toList());
    }

    /** Calls that found no room at their backend. */
    private final class WaitingCalls extends LoopWaiter {

        private final PlaceGroup group;
        private final List<PartCall> together;

        WaitingCalls(PlaceGroup group, List<PartCall> together, boolean mayWait) {
            super(
                    group.backend().limit(),
                    loop,
                    mayWait ? group.workload() : group.ofIncomplete(),
                    together.size(),
                    request.callerKey(),
                    latestStart(group, mayWait));
            this.group = group;
            this.together = together;
        }

        @Override
        protected void granted(long waitedNanos) {
            longestWait = Math.max(longestWait, waitedNanos);
            if (over) {
                // Cancelled calls give their places back.
                together.forEach(call -> call.start(1));
            } else {
                work(() -> together.forEach(call -> call.start(Math.max(1, waitedNanos))));
            }
        }

        @Override
        protected void refused(Entry why) {
            Busy refusal = group.backend().refused(why, group.workload());
            together.forEach(call -> call.refuse(refusal));
        }
    }

    private long latestStart(PlaceGroup group, boolean mayWait) {
        long now = System.nanoTime();
        if (!mayWait) {
            return now;
        }
        long left = deadline - now;
        if (!group.required()) {
            left = Math.min(left, group.first().part().timeout().toNanos());
        }
        return now + group.backend().nanosToWait(group.workload(), left);
    }
}
