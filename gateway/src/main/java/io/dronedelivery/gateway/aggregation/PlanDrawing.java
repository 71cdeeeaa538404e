package io.dronedelivery.gateway.aggregation;

import io.dronedelivery.gateway.aggregation.PartCondition.ConditionSource;
import io.dronedelivery.gateway.cache.CacheRule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Draws in which order the parts of an aggregation are called, what each waits for, and what bounds them. */
public final class PlanDrawing {

    private final Aggregation aggregation;
    private final Map<String, Part> parts = new LinkedHashMap<>();

    public PlanDrawing(Aggregation aggregation) {
        this.aggregation = aggregation;
        aggregation.parts().forEach(part -> parts.put(part.name(), part));
    }

    /** A line for the aggregation, for each step, for each part of it, and for each backend. */
    public String text() {
        List<String> lines = new ArrayList<>();
        int steps = parts.values().stream().mapToInt(this::step).max().orElse(0);
        lines.add(aggregation.name() + ": GET " + aggregation.path().text() + ", " + millis(aggregation.deadline())
                + " at most");
        lines.add("calls: " + parts.values().stream().mapToInt(Part::mostCalls).sum() + " at most, " + steps
                + (steps == 1 ? " step" : " steps") + ", the slowest chain " + millis(slowest()) + " at most");
        for (int step = 1; step <= steps; step++) {
            lines.add("step " + step);
            for (Part part : parts.values()) {
                if (step(part) == step) {
                    lines.add("  " + describe(part));
                }
            }
        }
        Map<String, Integer> calls = new LinkedHashMap<>();
        parts.values().forEach(part -> count(part, calls));
        calls.forEach((backend, count) ->
                lines.add("backend " + backend + ": " + count + (count == 1 ? " call" : " calls") + " at most"));
        return String.join(System.lineSeparator(), lines);
    }

    private String describe(Part part) {
        StringBuilder line = new StringBuilder(part.name())
                .append(part.required() ? " (required): " : " (optional): ")
                .append(part.backend().name())
                .append(" GET ")
                .append(part.target())
                .append(", ")
                .append(millis(part.timeout()))
                .append(" at most");
        Set<String> needs = needs(part);
        if (!needs.isEmpty()) {
            line.append(", after ").append(String.join(" and ", needs));
        }
        ListCall list = part.options().list();
        if (list != null) {
            line.append(list.isBatch() ? ", once for all of at most " : ", for each of at most ")
                    .append(list.max())
                    .append(" in ")
                    .append(list.in());
        }
        CacheRule cache = part.options().cache();
        if (cache != null && cache.usesFresh()) {
            line.append(cache.shared() ? ", kept for all callers" : ", kept for each token");
        }
        if (part.options().coalesce()) {
            line.append(", shared while it is made");
        }
        part.options().when().forEach(condition -> line.append(", when ").append(describe(condition)));
        return line.toString();
    }

    /** Another backend is called once more. */
    private static void count(Part part, Map<String, Integer> calls) {
        Part elsewhere = part.elsewhere();
        calls.merge(part.backend().name(), part.mostCalls() - (elsewhere == null ? 0 : 1), Integer::sum);
        if (elsewhere != null) {
            calls.merge(elsewhere.backend().name(), 1, Integer::sum);
        }
    }

    private static String describe(PartCondition condition) {
        String source = condition.source() == ConditionSource.PART
                ? condition.name()
                : condition.source().name().toLowerCase(Locale.ROOT) + ' ' + condition.name();
        if (condition.present() != null) {
            return source + (condition.present() ? " is present" : " is not present");
        }
        return source + " is " + condition.accepted().stream().sorted().collect(Collectors.joining(" or "));
    }

    /** A flowchart of Mermaid. Arrows to optional parts are dotted. */
    public String mermaid() {
        List<String> lines = new ArrayList<>(List.of(
                "flowchart LR",
                "    request([\"GET " + aggregation.path().text() + "<br/>" + millis(aggregation.deadline()) + "\"])"));
        List<String> names = List.copyOf(parts.keySet());
        for (Part part : parts.values()) {
            String id = "part" + names.indexOf(part.name());
            lines.add("    " + id + "[\"" + part.name() + "<br/>"
                    + part.backend().name() + ", " + millis(part.timeout()) + "\"]");
            String arrow = part.required() ? " --> " : " -.-> ";
            Set<String> needs = needs(part);
            if (needs.isEmpty()) {
                lines.add("    request" + arrow + id);
            }
            needs.forEach(need -> lines.add("    part" + names.indexOf(need) + arrow + id));
        }
        return String.join(System.lineSeparator(), lines);
    }

    private Set<String> needs(Part part) {
        Set<String> needs = new LinkedHashSet<>();
        part.references()
                .forEach(reference -> needs.add(Reference.parse(reference).part()));
        return needs;
    }

    private int step(Part part) {
        return 1 + needs(part).stream().mapToInt(need -> step(part(need))).max().orElse(0);
    }

    private Duration slowest() {
        Duration slowest =
                parts.values().stream().map(this::end).max(Duration::compareTo).orElse(Duration.ZERO);
        return slowest.compareTo(aggregation.deadline()) < 0 ? slowest : aggregation.deadline();
    }

    private Duration end(Part part) {
        Duration begin = needs(part).stream()
                .map(need -> end(part(need)))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
        return begin.plus(part.timeout());
    }

    private Part part(String name) {
        return Objects.requireNonNull(parts.get(name), name);
    }

    private static String millis(Duration time) {
        return time.toMillis() + " ms";
    }
}
