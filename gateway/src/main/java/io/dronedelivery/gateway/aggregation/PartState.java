package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PartGraph.GraphPart;
import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
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

    @Nullable
    PartCall call;

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

    /** Takes what its call has ended with. */
    void take(PartCall ended) {
        body = ended.body();
        failure = ended.failure();
        limitedByCaller = ended.isLimitedByCaller();
    }
}
