package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.Plan.PlannedPart;
import io.dronedelivery.gateway.backend.BackendProblem;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Refused;
import io.dronedelivery.gateway.backend.answer.BackendFailure.UnusableValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The failure that is reported when an answer has fewer parts than it must have, although all missing parts are optional. */
final class TooFewParts {

    private TooFewParts() {}

    /**
     * The index of the failure that is reported: a failure of the service before one of the caller, and a lasting one before a temporary one.
     */
    static int worst(@Nullable BackendFailure[] failures) {
        int worst = -1;
        for (int i = 0; i < failures.length; i++) {
            BackendFailure failure = failures[i];
            BackendFailure before = worst < 0 ? null : failures[worst];
            if (failure != null && (before == null || rank(failure) < rank(before))) {
                worst = i;
            }
        }
        return worst;
    }

    private static int rank(BackendFailure failure) {
        return switch (failure.type()) {
            case BACKEND_FAILED -> 0;
            case BACKEND_TIMEOUT -> 1;
            case BACKEND_BUSY -> 2;
            case UNUSABLE_VALUE -> 4;
            case NOT_FOUND -> 5;
            default -> 3;
        };
    }

    /** The missing parts as the body of an incomplete answer lists them. */
    static List<Map<String, Object>> entries(List<PlannedPart> parts, @Nullable BackendFailure[] failures) {
        List<Map<String, Object>> entries = new ArrayList<>();
        for (int i = 0; i < failures.length; i++) {
            BackendFailure failure = failures[i];
            if (failure != null) {
                entries.add(entry(parts.get(i).part().name(), failure));
            }
        }
        return entries;
    }

    private static Map<String, Object> entry(String part, BackendFailure failure) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("part", part);
        if (failure instanceof Refused refused && !refused.hasOwnType()) {
            entry.put("type", "about:blank");
            entry.put("title", BackendProblem.title(refused));
            entry.put("status", refused.status());
        } else {
            entry.put("type", failure.type().uri().toString());
            entry.put("title", failure.type().title());
            entry.put("status", failure.type().status().value());
            if (failure instanceof UnusableValue value) {
                entry.put("needs", value.needs());
            }
        }
        return entry;
    }
}
