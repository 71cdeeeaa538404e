package io.dronedelivery.localcosmos.sql;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The aggregate functions, by their names in the language and in query plans. */
enum AggregateKind {
    COUNT("Count"),
    COUNTIF("CountIf"),
    SUM("Sum"),
    MIN("Min"),
    MAX("Max"),
    AVG("Average"),
    MAKELIST("MakeList"),
    MAKESET("MakeSet");

    private final String planName;

    AggregateKind(String planName) {
        this.planName = planName;
    }

    /** The name in the SDK's query pipeline. */
    String planName() {
        return planName;
    }

    static @Nullable AggregateKind named(String function) {
        String upper = function.toUpperCase(Locale.ROOT);
        for (AggregateKind kind : values()) {
            if (kind.name().equals(upper)) {
                return kind;
            }
        }
        return null;
    }

    Accumulator start(JoinLimits limits) {
        return switch (this) {
            case COUNT -> new Accumulator.Count();
            case COUNTIF -> new Accumulator.CountIf();
            case MAKELIST -> new Accumulator.Collection(false, limits);
            case MAKESET -> new Accumulator.Collection(true, limits);
            case SUM -> new Accumulator.Sum();
            case MIN -> new Accumulator.Extreme(-1);
            case MAX -> new Accumulator.Extreme(1);
            case AVG -> new Accumulator.Average();
        };
    }
}
