package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.ListCall.ListRows;
import io.dronedelivery.gateway.aggregation.NeededValue.Place;
import io.dronedelivery.gateway.json.JsonRows;
import io.dronedelivery.gateway.json.JsonValues;
import io.dronedelivery.gateway.template.TargetTemplate;
import io.dronedelivery.gateway.template.TextTemplate;
import io.dronedelivery.gateway.template.Variable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which parts of an aggregation need values of which others, computed once. The order of its arrays is that of the parts. */
final class PartGraph {

    private final List<Variable> names;
    private final List<String> parts;
    private final GraphPart[] nodes;
    private final boolean selectable;
    private final BitSet lists = new BitSet();

    /**
     * @param needs the parts that it waits for
     * @param neededBy the parts that wait for it
     * @param values what its call writes and may be unusable
     * @param when what must hold for its call
     * @param list the list for whose elements it is called, null when it is called once
     * @param read what others need of its answer, null when none does
     */
    record GraphPart(
            int index,
            int[] needs,
            int[] neededBy,
            List<NeededValue> values,
            List<ConditionOnSlot> when,
            @Nullable ListPlan list,
            @Nullable JsonValues read) {}

    /**
     * A list for whose elements a part is called.
     *
     * @param slot of its elements
     * @param elements how an element is written
     * @param rows finds the values for the elements, null for one call for each
     */
    record ListPlan(
            ListCall call,
            int slot,
            List<NeededValue> elements,
            @Nullable JsonRows rows) {}

    /** @param slot of its value, -1 for a claim */
    record ConditionOnSlot(int slot, PartCondition condition) {}

    private PartGraph(Aggregation aggregation) {
        this.selectable = aggregation.selectable();
        this.parts = aggregation.parts().stream().map(Part::name).toList();
        this.names = new ArrayList<>(aggregation.variables());
        Set<String> references = new LinkedHashSet<>();
        aggregation.parts().forEach(part -> references.addAll(part.references()));
        references.forEach(reference -> names.add(Variable.string(reference)));
        int[][] needs = aggregation.parts().stream()
                .map(part -> needs(part.references()))
                .toArray(int[][]::new);
        PartOrder order = new PartOrder(needs);
        if (order.cycle() != null) {
            throw new IllegalArgumentException("parts of aggregation '" + aggregation.name() + "' need each other");
        }
        this.nodes = IntStream.range(0, needs.length)
                .mapToObj(i -> new GraphPart(
                        i,
                        needs[i],
                        order.neededBy(i),
                        values(aggregation.parts().get(i)),
                        conditions(aggregation.parts().get(i)),
                        list(aggregation.parts().get(i)),
                        read(i, references)))
                .toArray(GraphPart[]::new);
    }

    /** The graph, or null when all parts can be fetched at the same time as one call each. */
    static @Nullable PartGraph of(Aggregation aggregation) {
        boolean flat = !aggregation.selectable()
                && aggregation.parts().stream()
                        .allMatch(part -> part.options().isPlainCall()
                                && part.target().references().isEmpty());
        return flat ? null : new PartGraph(aggregation);
    }

    private int[] needs(Set<String> references) {
        return references.stream()
                .mapToInt(reference -> indexOf(Reference.parse(reference).part()))
                .distinct()
                .toArray();
    }

    private int indexOf(String part) {
        int index = parts.indexOf(part);
        if (index < 0) {
            throw new IllegalArgumentException("there is no part '" + part + "'");
        }
        return index;
    }

    private List<NeededValue> values(Part part) {
        List<NeededValue> values = new ArrayList<>();
        addValues(part.target(), values);
        Part elsewhere = part.elsewhere();
        if (elsewhere != null) {
            addValues(elsewhere.target(), values);
        }
        for (TextTemplate header : part.options().headers().values()) {
            header.references().forEach(reference -> values.add(needed(reference, Place.HEADER)));
        }
        return List.copyOf(values);
    }

    private void addValues(TargetTemplate target, List<NeededValue> values) {
        Set<String> inPath = target.pathReferences();
        for (String reference : target.references()) {
            values.add(needed(reference, inPath.contains(reference) ? Place.PATH : Place.QUERY));
        }
    }

    private List<ConditionOnSlot> conditions(Part part) {
        return part.options().when().stream()
                .map(condition -> new ConditionOnSlot(
                        condition.source() == PartCondition.ConditionSource.CLAIM ? -1 : slot(condition.name()),
                        condition))
                .toList();
    }

    private @Nullable ListPlan list(Part part) {
        ListCall call = part.options().list();
        if (call == null) {
            return null;
        }
        String name = call.element().name();
        List<NeededValue> elements = new ArrayList<>();
        elements.add(new NeededValue(
                names.size(), call.in(), part.target().pathVariables().contains(name) ? Place.PATH : Place.QUERY));
        if (part.options().headers().values().stream()
                .anyMatch(header -> header.variables().contains(name))) {
            elements.add(new NeededValue(names.size(), call.in(), Place.HEADER));
        }
        int slot = slot(call.in());
        lists.set(slot);
        ListRows rows = call.rows();
        return new ListPlan(
                call, slot, List.copyOf(elements), rows == null ? null : new JsonRows(rows.list(), rows.by()));
    }

    private NeededValue needed(String name, Place place) {
        return new NeededValue(slot(name), name, place);
    }

    private int slot(String name) {
        return IntStream.range(0, names.size())
                .filter(i -> names.get(i).name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private @Nullable JsonValues read(int part, Set<String> references) {
        JsonValues values = null;
        for (String text : references) {
            Reference reference = Reference.parse(text);
            if (indexOf(reference.part()) == part) {
                values = values == null ? new JsonValues() : values;
                values.add(reference.path(), slot(text));
            }
        }
        return values;
    }

    /** The values of a run in their order: those of the request, then those of parts' answers. */
    List<Variable> names() {
        return names;
    }

    /** The same for the calls of a part; the last one is the element, if it is called for elements. */
    List<Variable> names(int part) {
        ListPlan list = nodes[part].list();
        return list == null
                ? names
                : Stream.concat(names.stream(), Stream.of(list.call().element()))
                        .toList();
    }

    /** Whether a slot has the elements of a list, and not one value. */
    boolean isList(int slot) {
        return lists.get(slot);
    }

    /**
     * The parts that a caller wants to see.
     *
     * @param values of the request
     */
    BitSet wanted(@Nullable String[] values) {
        BitSet wanted = new BitSet();
        String names = selectable ? values[slot(Aggregation.SELECTION)] : null;
        if (names == null) {
            wanted.set(0, nodes.length);
        } else {
            for (String name : names.split(",", -1)) {
                wanted.set(indexOf(name));
            }
        }
        return wanted;
    }

    BitSet neededFor(BitSet wanted) {
        BitSet needed = new BitSet();
        wanted.stream().forEach(part -> addWithNeeds(part, needed));
        return needed;
    }

    private void addWithNeeds(int part, BitSet needed) {
        if (!needed.get(part)) {
            needed.set(part);
            IntStream.of(nodes[part].needs()).forEach(other -> addWithNeeds(other, needed));
        }
    }

    GraphPart part(int index) {
        return nodes[index];
    }

    String nameOf(int part) {
        return parts.get(part);
    }

    /** Whether a part is one call that begins with the request. */
    boolean beginsAtOnce(int part) {
        return !selectable
                && nodes[part].needs().length == 0
                && nodes[part].when().isEmpty();
    }
}
