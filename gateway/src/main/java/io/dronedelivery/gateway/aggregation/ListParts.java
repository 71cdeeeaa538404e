package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PlanResult.ElementFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.dronedelivery.gateway.backend.answer.BackendFailure.Failed;
import io.dronedelivery.gateway.json.JsonRows;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Puts the answers for the elements of a list together, in the order of the list. */
final class ListParts {

    private static final byte[] JSON_NULL = "null".getBytes(StandardCharsets.US_ASCII);

    private ListParts() {}

    /** Of one call for each element; what failed is null, with its reason. */
    static void joinEach(PartState state) {
        ByteArrayOutputStream json = begin();
        List<PartCall> calls = state.calls;
        for (int i = 0; i < calls.size(); i++) {
            byte[] body = calls.get(i).body();
            BackendFailure failure = calls.get(i).failure();
            if (failure != null) {
                state.elements.add(new ElementFailure(state.node.index(), state.keys.get(i), failure));
            }
            add(json, body);
        }
        state.body = end(json);
    }

    /** Of one call for all elements; one that the answer lacks is null. */
    static void joinBatch(PartState state, JsonRows rows) {
        byte[] answer = state.body;
        Map<String, byte[]> byKey = answer == null ? null : rows.byKey(answer);
        if (byKey == null) {
            state.failed(new Failed("answered without the list of the batch", null), false);
            state.body = null;
            return;
        }
        ByteArrayOutputStream json = begin();
        state.keys.forEach(key -> add(json, byKey.get(key)));
        state.body = end(json);
    }

    private static ByteArrayOutputStream begin() {
        ByteArrayOutputStream json = new ByteArrayOutputStream();
        json.write('[');
        return json;
    }

    private static void add(ByteArrayOutputStream json, byte @Nullable [] value) {
        if (json.size() > 1) {
            json.write(',');
        }
        json.writeBytes(value == null ? JSON_NULL : value);
    }

    private static byte[] end(ByteArrayOutputStream json) {
        json.write(']');
        return json.toByteArray();
    }
}
