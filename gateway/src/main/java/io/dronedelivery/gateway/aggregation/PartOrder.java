package io.dronedelivery.gateway.aggregation;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Which part comes after which. Parts are known by their index. */
final class PartOrder {

    private final int[][] needs;
    private final int[] depths;
    private final List<Integer> order = new ArrayList<>();
    private @Nullable List<Integer> cycle;

    /** @param needs for each part the parts whose answers it needs */
    PartOrder(int[][] needs) {
        this.needs = needs;
        this.depths = new int[needs.length];
        Deque<Integer> path = new ArrayDeque<>();
        for (int part = 0; part < needs.length; part++) {
            visit(part, path);
        }
    }

    private void visit(int part, Deque<Integer> path) {
        if (depths[part] > 0 || cycle != null) {
            return;
        }
        if (path.contains(part)) {
            List<Integer> way = new ArrayList<>(path);
            cycle = List.copyOf(way.subList(way.indexOf(part), way.size()));
            return;
        }
        path.addLast(part);
        int deepest = 0;
        for (int needed : needs[part]) {
            visit(needed, path);
            deepest = Math.max(deepest, depths[needed]);
        }
        path.removeLast();
        depths[part] = deepest + 1;
        order.add(part);
    }

    /** Parts each of which needs the next one, and the last one needs the first; null when there is no such circle. */
    @Nullable
    List<Integer> cycle() {
        return cycle;
    }

    /** How many calls one after another lead to a part, with its own. Only without a cycle. */
    int depth(int part) {
        return depths[part];
    }

    /** The parts, each after those that it needs. Only without a cycle. */
    List<Integer> order() {
        return order;
    }

    int[] neededBy(int part) {
        return IntStream.range(0, needs.length)
                .filter(other -> IntStream.of(needs[other]).anyMatch(needed -> needed == part))
                .toArray();
    }
}
