package io.dronedelivery.lab.comparisons.cpu;

import io.dronedelivery.lab.comparisons.AggregatedPart;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/** An aggregation of {@code plans.yml} that is measured in a gateway of its own, beside the others. */
enum MeasuredPlan {
    TWO("two parallel parts", EnumSet.of(AggregatedPart.DELIVERIES, AggregatedPart.INVOICE)),
    CHAIN("a chain of two parts", EnumSet.of(AggregatedPart.DELIVERIES, AggregatedPart.INVOICE)),
    ELEVEN("eleven parallel parts", EnumSet.of(AggregatedPart.DELIVERIES)),
    EACH("a part, then one for each of its ten elements", EnumSet.of(AggregatedPart.DELIVERIES)),
    CACHED("three parts from the cache", EnumSet.allOf(AggregatedPart.class));

    private static final String PREFIX = "plan-";

    private final String title;
    private final Set<AggregatedPart> parts;

    MeasuredPlan(String title, Set<AggregatedPart> parts) {
        this.title = title;
        this.parts = parts;
    }

    /** @throws IllegalArgumentException when there is none */
    static MeasuredPlan ofPeer(String name) {
        return Stream.of(values())
                .filter(plan -> plan.peer().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no aggregator " + name));
    }

    /** How the options name the gateway that has it. */
    String peer() {
        return PREFIX + name().toLowerCase(Locale.ROOT);
    }

    String title() {
        return title;
    }

    String path() {
        return "/" + PREFIX + name().toLowerCase(Locale.ROOT);
    }

    /** Those of its answer that the static backend has, too. */
    Set<AggregatedPart> parts() {
        return parts;
    }
}
