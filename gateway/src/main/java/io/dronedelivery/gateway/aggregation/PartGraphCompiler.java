package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PartOptions.UsedReference;
import io.dronedelivery.gateway.settings.SettingFaults;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks which parts need which others, and decides which of them are required. */
record PartGraphCompiler(List<PartDraft> drafts, int maxDepth, SettingFaults faults) {

    /** Whether each part is required, in the order of the parts; null when the parts do not fit together, with a fault noted. */
    boolean @Nullable [] required() {
        int[][] needs = drafts.stream().map(this::needs).toArray(int[][]::new);
        PartOrder order = new PartOrder(needs);
        List<Integer> cycle = order.cycle();
        if (cycle != null) {
            noteCycle(cycle);
            return null;
        }
        for (int i = 0; i < needs.length; i++) {
            faults.require(
                    order.depth(i) <= maxDepth,
                    property(i),
                    null,
                    "is call " + order.depth(i) + " of a chain, which is above max-depth, " + maxDepth);
        }
        return required(needs, order);
    }

    private int[] needs(PartDraft draft) {
        List<String> names = drafts.stream().map(PartDraft::name).toList();
        List<Integer> needs = new ArrayList<>();
        for (UsedReference used : draft.options().references(draft.target())) {
            String part = Reference.parse(used.text()).part();
            int index = names.indexOf(part);
            faults.require(
                    index >= 0,
                    draft.property() + '.' + used.setting(),
                    used.text(),
                    "needs a value of the unknown part '" + part + "'; known are " + names);
            if (index >= 0) {
                needs.add(index);
            }
        }
        return needs.stream().mapToInt(Integer::intValue).distinct().toArray();
    }

    private void noteCycle(List<Integer> cycle) {
        String way = IntStream.rangeClosed(0, cycle.size())
                .mapToObj(i -> "'" + drafts.get(cycle.get(i % cycle.size())).name() + "'")
                .collect(Collectors.joining(" needs "));
        faults.add(property(cycle.get(0)), null, "is in a circle: " + way);
    }

    /** The parts that need others are looked at before those. */
    private boolean[] required(int[][] needs, PartOrder order) {
        boolean[] required = new boolean[needs.length];
        List<Integer> fromTheEnd = new ArrayList<>(order.order());
        Collections.reverse(fromTheEnd);
        for (int part : fromTheEnd) {
            int[] neededBy = order.neededBy(part);
            Boolean chosen = drafts.get(part).settings().required();
            required[part] = chosen == null
                    ? neededBy.length == 0 || IntStream.of(neededBy).anyMatch(other -> required[other])
                    : chosen;
            for (int other : neededBy) {
                faults.require(
                        required[part] || !required[other],
                        property(other) + ".required",
                        null,
                        "must be false: the part needs '" + drafts.get(part).name() + "', which is optional");
            }
        }
        return required;
    }

    private String property(int part) {
        return drafts.get(part).property();
    }
}
