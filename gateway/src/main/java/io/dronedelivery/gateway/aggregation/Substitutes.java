package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PlanResult.StalePart;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.UnusableValue;
import io.dronedelivery.gateway.cache.KeptAnswer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The kept answers and constants that stand in for failed parts of one run. */
record Substitutes(Plan plan) {

    static boolean isFailureOfBackend(@Nullable BackendFailure failure) {
        return failure != null && failure.isOfBackend();
    }

    /** Has kept answers stand in for those calls of a list that have failed. */
    void applyToElements(PartState state) {
        if (state.node.list() != null && state.node.list().rows() == null) {
            takeKept(state, state.calls);
        }
    }

    private void takeKept(PartState state, List<PartCall> calls) {
        int part = state.node.index();
        PartCache cache = state.planned.cache();
        for (PartCall call : calls) {
            if (cache != null && call.hasKeptStandIn()) {
                KeptAnswer kept = call.kept();
                long age = kept == null ? 0 : kept.ageSeconds();
                StalePart before = state.stale;
                String from = cache.rule().usesFresh() ? "cache" : "last-good";
                if (before == null) {
                    plan.meters().countFallback(part, from);
                }
                state.stale = new StalePart(part, from, before == null ? age : Math.max(age, before.ageSeconds()));
            }
        }
    }

    /** Takes what stands in for a failed part. */
    void apply(PartState state) {
        Fallback fallback = state.part().options().fallback();
        if (state.skipped || state.failure == null) {
            return;
        }
        boolean ofBackend = isFailureOfBackend(state.failure);
        List<PartCall> own = state.ownCall == null ? List.copyOf(state.calls) : List.of(state.ownCall);
        if (ofBackend && (state.node.list() == null || state.node.list().rows() != null)) {
            takeKept(state, own);
        }
        if (state.stale != null) {
            state.calls.clear();
            state.calls.addAll(own);
            state.take();
        } else if (fallback != null
                && fallback.value() != null
                && (ofBackend || state.failure instanceof UnusableValue)) {
            state.replace(fallback.value(), new StalePart(state.node.index(), "value", -1));
            plan.meters().countFallback(state.node.index(), "value");
        }
    }
}
