package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PartGraph.ConditionOnSlot;
import io.dronedelivery.gateway.aggregation.PartGraph.GraphPart;
import io.dronedelivery.gateway.aggregation.PartGraph.ListPlan;
import io.dronedelivery.gateway.backend.answer.BackendFailure.UnusableValue;
import io.dronedelivery.gateway.json.JsonValues;
import io.dronedelivery.servicekit.security.Caller;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The values of a {@link GraphRun}: those of the request, then those that parts have given. The run's event loop owns it. */
final class RunValues implements JsonValues.ValueSink {

    private final PartGraph graph;
    private final AggregateRequest request;
    private final @Nullable String[] values;

    /** Which values are objects or arrays. */
    private final BitSet structures = new BitSet();

    /** The different elements of lists, by slot. */
    private final Map<Integer, Set<String>> lists = new HashMap<>(0);

    RunValues(PartGraph graph, AggregateRequest request) {
        this.graph = graph;
        this.request = request;
        this.values = Arrays.copyOf(request.values(), graph.names().size());
    }

    /** All of them, in the order of {@link PartGraph#names()}. */
    @Nullable
    String[] all() {
        return values;
    }

    @Nullable
    String[] withElement(@Nullable String element) {
        @Nullable String[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = element;
        return all;
    }

    Set<String> elements(ListPlan list) {
        return lists.getOrDefault(list.slot(), Set.of());
    }

    @Override
    public void text(int slot, String value) {
        if (graph.isList(slot)) {
            lists.computeIfAbsent(slot, key -> new LinkedHashSet<>()).add(value);
            return;
        }
        values[slot] = value;
        structures.clear(slot);
    }

    @Override
    public void structure(int slot) {
        structures.set(slot);
    }

    boolean holds(ConditionOnSlot when) {
        if (when.slot() >= 0) {
            return when.condition().holds(values[when.slot()], structures.get(when.slot()));
        }
        Caller caller = request.caller();
        return when.condition()
                .holds(caller == null ? null : caller.claim(when.condition().name()), false);
    }

    /** The first value that a part cannot use, null when it can use all. */
    @Nullable
    UnusableValue unusable(GraphPart node) {
        for (NeededValue needed : node.values()) {
            String value = values[needed.slot()];
            String fault;
            if (structures.get(needed.slot())) {
                fault = "is an object or an array and not a text";
            } else {
                fault = value == null ? "is missing or null" : needed.faultOf(value);
            }
            if (fault != null) {
                return new UnusableValue(needed.name(), fault);
            }
        }
        ListPlan list = node.list();
        String fault = list == null ? null : faultOf(list, elements(list), structures.get(list.slot()));
        return list == null || fault == null
                ? null
                : new UnusableValue(list.call().in(), fault);
    }

    private static @Nullable String faultOf(ListPlan list, Set<String> elements, boolean structured) {
        if (structured) {
            return "has an object or an array where a text is needed";
        }
        int max = list.call().max();
        if (elements.size() > max) {
            return "has " + elements.size() + " different elements, above the maximum of " + max;
        }
        for (NeededValue written : list.elements()) {
            for (String element : elements) {
                String fault = written.faultOf(element);
                if (fault != null) {
                    return "has an element that " + fault;
                }
            }
        }
        return null;
    }
}
