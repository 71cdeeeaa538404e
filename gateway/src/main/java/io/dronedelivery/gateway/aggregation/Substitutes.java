package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PlanResult.StalePart;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Busy;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.backend.answer.BackendFailure.TimedOut;
import io.dronedelivery.gateway.backend.answer.BackendFailure.UnusableValue;
import org.jspecify.annotations.Nullable;

/** The last good answers and constants that stand in for failed parts of one run. */
final class Substitutes {

    private final Plan plan;
    private final AggregateRequest request;
    private final RunValues values;

    Substitutes(Plan plan, AggregateRequest request, RunValues values) {
        this.plan = plan;
        this.request = request;
        this.values = values;
    }

    static boolean isFailureOfBackend(@Nullable BackendFailure failure) {
        return failure instanceof Failed || failure instanceof TimedOut || failure instanceof Busy;
    }

    /** Keeps a good answer, and takes what stands in for a failed one. */
    void apply(PartState state) {
        Fallback fallback = state.part().options().fallback();
        if (fallback == null || state.skipped) {
            return;
        }
        int part = state.node.index();
        LastGoodAnswers lastGood = plan.lastGood(part);
        byte[] body = state.body;
        if (state.failure == null) {
            boolean keep = state.elements.isEmpty() && state.calls.stream().allMatch(PartCall::mayBeKept);
            if (lastGood != null && body != null && keep) {
                lastGood.keep(state, request, values.all(), body);
            }
            return;
        }
        boolean ofBackend = isFailureOfBackend(state.failure);
        LastGoodAnswers.KeptAnswer answer =
                lastGood == null || !ofBackend ? null : lastGood.find(state, request, values.all());
        if (answer != null) {
            state.replace(answer.json(), new StalePart(part, "last-good", answer.ageSeconds()));
        } else if (fallback.value() != null && (ofBackend || state.failure instanceof UnusableValue)) {
            state.replace(fallback.value(), new StalePart(part, "value", -1));
        }
        if (state.stale != null) {
            plan.meters().countFallback(part, state.stale.from());
        }
    }
}
