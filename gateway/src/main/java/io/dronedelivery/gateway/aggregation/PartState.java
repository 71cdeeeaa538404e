package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PartGraph.GraphPart;
import io.dronedelivery.gateway.aggregation.PartGraph.ListPlan;
import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.aggregation.PlanResult.ElementFailure;
import io.dronedelivery.gateway.aggregation.PlanResult.StalePart;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.call.SecondAttempt;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One part within a {@link GraphRun}, whose event loop owns it. */
final class PartState {

    final GraphPart node;
    final PlannedPart planned;
    /** How many of the parts that it needs have not ended. */
    int waitsFor;
    /** The part whose end let it begin, -1 for none. */
    int after = -1;

    long begunAt;
    long nanos;
    boolean ended;
    /** Whether it is absent because of a condition, or because neither the caller nor another part wants it. */
    boolean skipped;

    boolean limitedByCaller;

    /** Its call, or one for each element of its list. */
    final List<PartCall> calls = new ArrayList<>(1);

    int openCalls;
    List<String> keys = List.of();
    /** Set when something else stands in for it. */
    @Nullable
    StalePart stale;

    /** The call at its own backend, once another backend is called; null before. */
    @Nullable
    PartCall ownCall;

    final List<ElementFailure> elements = new ArrayList<>(0);

    byte @Nullable [] body;

    @Nullable
    BackendFailure failure;

    PartState(GraphPart node, PlannedPart planned) {
        this.node = node;
        this.planned = planned;
        this.waitsFor = node.needs().length;
    }

    Part part() {
        return planned.part();
    }

    /** Ends it without a call. */
    void failed(BackendFailure reason, boolean outOfCallersTime) {
        failure = reason;
        limitedByCaller = outOfCallersTime;
    }

    /** Takes what stands in for it. */
    void replace(byte[] json, StalePart how) {
        body = json;
        failure = null;
        stale = how;
    }

    /** How the first of its calls that was sent a second time was, null when none was. */
    @Nullable
    SecondAttempt secondAttempt() {
        for (PartCall call : calls) {
            SecondAttempt second = call.secondAttempt();
            if (second != null) {
                return second;
            }
        }
        return ownCall == null ? null : ownCall.secondAttempt();
    }

    /** Takes what its calls have ended with. */
    void take() {
        ListPlan list = node.list();
        if (list != null && list.rows() == null) {
            ListParts.joinEach(this);
            return;
        }
        PartCall call = calls.get(0);
        body = call.body();
        failure = call.failure();
        limitedByCaller = call.isLimitedByCaller();
        if (list != null && list.rows() != null && failure == null) {
            ListParts.joinBatch(this, list.rows());
        }
    }
}
