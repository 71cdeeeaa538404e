package io.dronedelivery.localapplicationinsights.timeline;

import io.dronedelivery.localapplicationinsights.telemetry.GatewayNames;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.HashMap;
import java.util.Map;

/** The answers of one aggregation and the calls for its parts. Counts are weighted with {@code itemCount}. */
public final class AnswerFigures {
    /** More parts than any aggregation has; further ones are left out. */
    private static final int MAX_PARTS = 100;

    private final CallDurations durations = new CallDurations();
    private final Map<PartKey, CallDurations> parts = new HashMap<>();
    private long degraded;
    private long failed;
    private long refused;

    void addRequest(TelemetryItem.Request request) {
        int weight = request.context().itemCount();
        durations.add(request);
        if (request.resultCode().startsWith("4")) {
            refused += weight;
        } else if (!request.success()) {
            failed += weight;
        }
    }

    /** Of a request that has been added, a part is missing. A request that failed anyway stays one. */
    void markDegraded(TelemetryItem.Request request) {
        if (request.success() && !request.resultCode().startsWith("4")) {
            degraded += request.context().itemCount();
        }
    }

    void addPart(TelemetryItem.Dependency call) {
        PartKey key = new PartKey(call.context().dimension(GatewayNames.PART), call.target());
        if (parts.size() < MAX_PARTS || parts.containsKey(key)) {
            parts.computeIfAbsent(key, any -> new CallDurations()).add(call, isFailure(call));
        }
    }

    /** A call that was cancelled, because its answer was no longer needed, has neither a status nor a reason. */
    private static boolean isFailure(TelemetryItem.Dependency call) {
        boolean cancelled = call.resultCode().length() < 3
                && call.context().dimension(GatewayNames.PROBLEM_TYPE).isEmpty();
        return !call.success() && !cancelled;
    }

    void merge(AnswerFigures other) {
        durations.merge(other.durations);
        other.parts.forEach((key, calls) ->
                parts.computeIfAbsent(key, any -> new CallDurations()).merge(calls));
        degraded += other.degraded;
        failed += other.failed;
        refused += other.refused;
    }

    public CallDurations durations() {
        return durations;
    }

    public Map<PartKey, CallDurations> parts() {
        return parts;
    }

    /** Successful answers with all parts. */
    public long whole() {
        return durations.count() - degraded - failed - refused;
    }

    /** Successful answers that lack a part. */
    public long degraded() {
        return degraded;
    }

    /** Answers with 5xx, and requests whose caller has left. */
    public long failed() {
        return failed;
    }

    /** Answers with 4xx: the caller's request was wrong, or what it asks for does not exist. */
    public long refused() {
        return refused;
    }
}
