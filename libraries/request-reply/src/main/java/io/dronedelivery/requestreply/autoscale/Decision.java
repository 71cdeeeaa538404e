package io.dronedelivery.requestreply.autoscale;

import java.time.Instant;
import java.util.Locale;

/**
 * The autoscaler's decision after one check of the load.
 *
 * @param at when
 * @param rule the first rule that applied
 * @param reason the rule with its figures, for a person
 * @param from workers before
 * @param to workers after
 */
public record Decision(Instant at, ScalingRule rule, String reason, int from, int to) {

    public enum ScalingRule {
        UTILISATION(1),
        CONSUMPTION_UP(1),
        DISPATCH_DOWN(1),
        LENGTH_UP(1),
        CONSUMPTION_DOWN(-1),
        CONSUMPTION_ZERO(-1),
        IDLE(-1),
        STABLE(0);

        private final int step;

        ScalingRule(int step) {
            this.step = step;
        }

        /** How many workers the rule adds; negative when it removes some. */
        int step() {
            return step;
        }

        /** The rule as a meter's tag. */
        String tag() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
