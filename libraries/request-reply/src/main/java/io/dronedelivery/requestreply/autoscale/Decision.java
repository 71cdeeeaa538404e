package io.dronedelivery.requestreply.autoscale;

import java.time.Instant;
import java.util.Locale;

/**
 * What followed from a look at the load.
 *
 * @param at when
 * @param rule the first rule that applied
 * @param reason the rule with its figures, for a person
 * @param from workers before
 * @param to workers after
 */
public record Decision(Instant at, Rule rule, String reason, int from, int to) {

    /** A rule of the chain, in its order. */
    public enum Rule {
        UTILISATION(1),
        CONSUMPTION_UP(1),
        DISPATCH_DOWN(1),
        LENGTH_UP(1),
        CONSUMPTION_DOWN(-1),
        CONSUMPTION_ZERO(-1),
        IDLE(-1),
        STABLE(0);

        private final int step;

        Rule(int step) {
            this.step = step;
        }

        /** Workers that it adds; negative when it removes some. */
        int step() {
            return step;
        }

        /** As a meter's tag. */
        String tag() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
