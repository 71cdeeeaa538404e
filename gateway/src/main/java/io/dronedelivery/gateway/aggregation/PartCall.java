package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendFailure.NoContent;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.gateway.backend.answer.RequestRoom;
import io.dronedelivery.gateway.backend.call.BackendRequest;
import io.dronedelivery.gateway.backend.call.CallHandle;
import io.dronedelivery.gateway.backend.call.CallListener;
import io.dronedelivery.gateway.backend.call.CallOrigin;
import io.dronedelivery.gateway.backend.call.SecondAttempt;
import io.dronedelivery.gateway.cache.CacheKey;
import io.dronedelivery.gateway.cache.KeptAnswer;
import io.dronedelivery.gateway.cache.UriVersion;
import io.dronedelivery.gateway.endpoint.ReceivedVia;
import io.dronedelivery.gateway.endpoint.TimeLimit;
import io.dronedelivery.gateway.settings.AggregationProperties.WhenAbsent;
import io.dronedelivery.gateway.telemetry.CallSpan;
import io.netty.handler.codec.http.HttpHeaders;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.CoreSubscriber;

/** One part within one run: its call, its time, how it ended. */
final class PartCall implements CallListener, CallOrigin {

    private static final Logger log = LoggerFactory.getLogger(PartCall.class);
    private static final int OK = 200;
    private static final int NOT_MODIFIED = 304;
    private static final byte[] JSON_NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private final PartRun run;
    private final PlannedPart planned;
    private final AggregateRequest request;
    private final CallHandle call;
    private final long startedAt;
    private long expiresAt;
    private boolean limitedByCaller;
    private boolean begun;
    private byte @Nullable [] body;
    private @Nullable BackendFailure failure;
    private final String uri;
    private @Nullable CacheKey key;
    private @Nullable KeptAnswer kept;
    private int askedIn;
    private @Nullable UriVersion version;
    private @Nullable CacheUse use;
    private @Nullable Subscription shared;
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
        this.uri = planned.target().expand(request.values());
        BackendRequest get = BackendRequest.get(
                uri,
                part.options().retry(),
                planned.expected(),
                planned.workload(),
                expiresAt,
                timeout,
                limitedByCaller,
                planned.sticky() == null ? null : planned.sticky().in(request),
                this);
        this.call = CallHandle.of(part.backend(), get, planned.hedge(), this);
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
            leaveShared();
            end();
            run.record(planned.index(), AggregationOutcome.CANCELLED, nanos);
        }
    }

    /** Ends the call with a timeout if its time is over. */
    void timeOutAt(long now) {
        if (remainingAt(now) <= 0) {
            if (leaveShared()) {
                failed(TimedOut.after(Duration.ofNanos(expiresAt - startedAt)));
            } else {
                call.timeOut();
            }
        }
    }

    private boolean leaveShared() {
        Subscription left = shared;
        if (left != null) {
            left.cancel();
        }
        return left != null;
    }

    void findKept() {
        PartCache cache = planned.cache();
        if (cache != null) {
            key = cache.key(planned, uri, request);
            askedIn = cache.generation();
            kept = cache.find(key);
            version = kept == null ? cache.version(uri) : kept.versions().get(0);
        }
    }

    /** Ends the call if there is a kept answer that may be used. Called before it takes a place. */
    boolean endedWithKept() {
        findKept();
        PartCache cache = planned.cache();
        KeptAnswer found = kept;
        if (cache == null || key == null || found == null) {
            return false;
        }
        long now = System.nanoTime();
        if (found.isFresh(now)) {
            cache.count("hit");
        } else if (found.isUsableMeanwhile(now)) {
            cache.count("stale");
            cache.refresh(key, planned, request);
        } else {
            return false;
        }
        use = new CacheUse(CacheUse.HIT, found);
        body = found.json();
        end();
        run.record(planned.index(), AggregationOutcome.CACHED, nanos);
        run.ended(this);
        return true;
    }

    /** Waits for a call that is shared with identical ones, instead of making its own. */
    void share(Coalescer<PartCall> calls) {
        if (planned.part().required()) {
            // As for a call that waits for its place, the time of the part begins with the shared call.
            expiresAt = startedAt + request.limit().time().toNanos();
        }
        begun = true;
        calls.shared(request).subscribe(new SharedEnd());
    }

    /** Has a kept answer stand in for a failure of the backend, if it may. */
    boolean hasKeptStandIn() {
        KeptAnswer found = kept;
        if (found == null
                || !Substitutes.isFailureOfBackend(failure)
                || !found.isUsableAfterFailure(System.nanoTime())) {
            return false;
        }
        body = found.json();
        failure = null;
        use = use == null ? null : new CacheUse(use.how() + "; detail=stale-if-error", null);
        return true;
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
        if (kept != null) {
            kept.fields().writeTo(headers);
        }
        ReceivedVia via = request.via();
        if (via != null) {
            via.addTo(headers);
        }
    }

    @Override
    public RequestRoom room() {
        return request.room();
    }

    @Override
    public CallSpan beginSpan(String uri) {
        return request.trace().begin(planned.description(), uri);
    }

    @Override
    public void succeeded(BackendResponse response) {
        PartCache cache = planned.cache();
        if (cache != null && key != null && keepOrConfirm(cache, key, response)) {
            return;
        }
        if (!response.hasNoContent()) {
            succeeded(response.bytes());
        } else if (planned.part().whenNoContent() == WhenAbsent.AS_NULL) {
            succeeded(JSON_NULL);
        } else {
            failed(new NoContent(response.status()));
        }
    }

    /** Whether that has ended the call. */
    private boolean keepOrConfirm(PartCache cache, CacheKey where, BackendResponse response) {
        KeptAnswer old = kept;
        String forwarded = old == null ? "fwd=miss" : "fwd=stale; fwd-status=" + response.status();
        if (response.status() == NOT_MODIFIED && old != null) {
            if (old.isMeantBy(response.headers())) {
                KeptAnswer now = cache.confirm(where, old, response.headers(), startedAt, askedIn);
                used(cache, forwarded, now, "revalidated");
                succeeded(old.json());
            } else {
                cache.forget(where);
                failed(new Failed("answered 304 for an answer that was not asked about", null));
            }
            return true;
        }
        UriVersion asked = version;
        if (asked != null && response.status() == OK && !response.hasNoContent()) {
            byte[] json = response.bytes();
            KeptAnswer now = cache.keep(where, response.headers(), json, startedAt, askedIn, asked);
            used(cache, now == null ? forwarded : forwarded + "; stored", now, "miss");
            succeeded(json);
            return true;
        }
        used(cache, forwarded, null, "miss");
        cache.forget(where);
        return false;
    }

    /** Answers that only stand in for failures are not a cache to the caller. */
    private void used(PartCache cache, String how, @Nullable KeptAnswer now, String count) {
        if (cache.rule().usesFresh()) {
            use = new CacheUse(how, now);
            cache.count(count);
        }
    }

    private void succeeded(byte[] json) {
        body = json;
        end();
        run.record(planned.index(), AggregationOutcome.SUCCESS, nanos);
        run.ended(this);
    }

    @Override
    public void failed(BackendFailure reason) {
        Part part = planned.part();
        PartCache cache = planned.cache();
        if (cache != null && key != null) {
            if (use == null) {
                used(cache, kept == null ? "fwd=miss" : "fwd=stale", null, "miss");
            }
            if (!Substitutes.isFailureOfBackend(reason)) {
                // The backend has answered, and does not give this answer any more.
                cache.forget(key);
            }
        }
        if (reason instanceof BackendFailure.NotFound && part.whenNotFound() == WhenAbsent.AS_NULL) {
            succeeded(JSON_NULL);
            return;
        }
        failure = reason;
        end();
        run.record(planned.index(), AggregationOutcome.of(reason.type()), nanos);
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

    /** Null for a part whose answers are not kept. */
    @Nullable
    CacheUse use() {
        return use;
    }

    /** What stood in for a failure, null when nothing did. */
    @Nullable
    KeptAnswer kept() {
        return kept;
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

    /** How its call was sent a second time, null when it was not. */
    @Nullable
    SecondAttempt secondAttempt() {
        return call.secondAttempt();
    }

    /** How long it took, 0 while it has not ended. */
    long nanos() {
        return nanos;
    }

    /** The end of a shared call, on the event loop of the run. */
    private final class SharedEnd implements CoreSubscriber<PartCall> {

        @Override
        public void onSubscribe(Subscription subscription) {
            shared = subscription;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(PartCall other) {
            if (nanos == 0) {
                shared = null;
                CacheUse others = other.use;
                use = others == null ? null : new CacheUse(others.how() + "; collapsed", others.kept());
                BackendFailure reason = other.failure;
                byte[] json = other.body;
                if (json != null && reason == null) {
                    succeeded(json);
                } else if (reason != null) {
                    failed(reason);
                }
            }
        }

        @Override
        public void onError(Throwable failure) {
            if (nanos == 0) {
                failed(new Failed("could not be called", failure));
            }
        }

        @Override
        public void onComplete() {
            // The call has come before.
        }
    }
}
