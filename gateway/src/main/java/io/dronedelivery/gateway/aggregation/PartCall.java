package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.NoContent;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.call.BackendCall;
import io.dronedelivery.gateway.backend.call.BackendRequest;
import io.dronedelivery.gateway.backend.call.CallListener;
import io.dronedelivery.gateway.backend.call.CallOrigin;
import io.dronedelivery.gateway.endpoint.ReceivedVia;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One part within one run: its call, its time, how it ended. */
final class PartCall implements CallListener, CallOrigin {

    private static final Logger log = LoggerFactory.getLogger(PartCall.class);
    private static final byte[] JSON_NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final PartRun run;
    private final PlannedPart planned;
    private final AggregateRequest request;
    private final BackendCall call;
    private final long startedAt;
    private long expiresAt;
    private boolean limitedByCaller;
    private boolean begun;
    private byte @Nullable [] body;
    private @Nullable BackendFailure failure;
    private boolean mayBeKept = true;
    private volatile long nanos;

    PartCall(PartRun run, PlannedPart planned, AggregateRequest request, long startedAt) {
        this.run = run;
        this.planned = planned;
        this.request = request;
        this.startedAt = startedAt;
        Part part = planned.part();
        TimeLimit limit = request.limit();
        boolean limited = limit.time().compareTo(part.timeout()) < 0;
        this.limitedByCaller = limited && limit.setByCaller();
        Duration timeout = limitedByCaller ? limit.time() : part.timeout();
        // A request that has waited for its place has less left than its part may take.
        this.expiresAt = startedAt + (limited ? limit.time() : part.timeout()).toNanos();
        String uri = planned.target().expand(request.values());
        this.call = new BackendCall(
                part.backend(),
                BackendRequest.get(
                        uri, planned.expected(), planned.workload(), expiresAt, timeout, limitedByCaller, this),
                this);
    }

    /**
     * Begins the call, which has a place at its backend.
     *
     * @param waitedNanos how long it has waited for that, 0 when it has not. The timeout of a required part begins now, within the request's
     *     deadline. That of an optional part began with the request, because it bounds how long the other parts wait for it
     */
    void start(long waitedNanos) {
        if (waitedNanos > 0 && planned.part().required()) {
            long deadline = startedAt + request.limit().time().toNanos();
            long own = System.nanoTime() + planned.part().timeout().toNanos();
            limitedByCaller = deadline - own < 0 && request.limit().setByCaller();
            expiresAt = deadline - own < 0 ? deadline : own;
        }
        begun = true;
        call.start(expiresAt, limitedByCaller, waitedNanos);
    }

    /** Ends the call because it got no place. */
    void refuse(Busy why) {
        call.refuse(why);
    }

    /**
     * Cancels the call because its result is not needed any more.
     *
     * @param callerLeft whether that is because the caller has left
     */
    void cancel(boolean callerLeft) {
        if (nanos == 0 && call.cancel(callerLeft)) {
            end();
            run.meters().recordPart(planned.index(), AggregationOutcome.CANCELLED, nanos);
        }
    }

    /** Ends the call with a timeout if its time is over. */
    void timeOutAt(long now) {
        if (remainingAt(now) <= 0) {
            call.timeOut();
        }
    }

    /** The nanoseconds it has left, {@link Long#MAX_VALUE} when it has ended or not begun. */
    long remainingAt(long now) {
        return begun && nanos == 0 ? expiresAt - now : Long.MAX_VALUE;
    }

    /** The headers of the call: the position in the trace and the caller's headers that this part passes on. */
    @Override
    public void addTo(HttpHeaders headers) {
        request.trace().writeTo(headers);
        planned.part().backend().passToken(request.caller(), headers);
        for (int i = 0; i < planned.headerNames().length; i++) {
            List<String> values = request.forwarded().get(planned.headerPlaces()[i]);
            if (values != null) {
                headers.set(planned.headerNames()[i], values);
            }
        }
        if (planned.headers() != null) {
            planned.headers().addTo(headers, request.values());
        }
        ReceivedVia via = request.via();
        if (via != null) {
            via.addTo(headers);
        }
    }

    @Override
    public CallSpan beginSpan(String uri) {
        return request.trace().begin(planned.description(), uri);
    }

    @Override
    public void succeeded(BackendResponse response) {
        Fallback fallback = planned.part().options().fallback();
        if (fallback != null && fallback.lastGood() != null) {
            mayBeKept = response.mayBeKept(fallback.shared());
        }
        if (!response.hasNoContent()) {
            succeeded(response.bytes());
        } else if (planned.part().whenNoContent() == WhenAbsent.AS_NULL) {
            succeeded(JSON_NULL);
        } else {
            failed(new NoContent(response.status()));
        }
    }

    private void succeeded(byte[] json) {
        body = json;
        end();
        run.meters().recordPart(planned.index(), AggregationOutcome.SUCCESS, nanos);
        run.ended(this);
    }

    @Override
    public void failed(BackendFailure reason) {
        Part part = planned.part();
        if (reason instanceof BackendFailure.NotFound && part.whenNotFound() == WhenAbsent.AS_NULL) {
            succeeded(JSON_NULL);
            return;
        }
        failure = reason;
        end();
        run.meters().recordPart(planned.index(), AggregationOutcome.of(reason.type()), nanos);
        if (!part.required() && log.isDebugEnabled()) {
            log.debug(PartProblem.describe(part, reason));
        }
        run.ended(this);
    }

    private void end() {
        nanos = Math.max(1, System.nanoTime() - startedAt);
    }

    PlannedPart planned() {
        return planned;
    }

    /** Whether the backend lets its answer be kept. */
    boolean mayBeKept() {
        return mayBeKept;
    }

    boolean isLimitedByCaller() {
        return limitedByCaller;
    }

    byte @Nullable [] body() {
        return body;
    }

    @Nullable
    BackendFailure failure() {
        return failure;
    }

    /** How long it took, 0 while it has not ended. */
    long nanos() {
        return nanos;
    }
}
