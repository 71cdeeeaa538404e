package io.dronedelivery.requestreply.autoscale;

import io.dronedelivery.requestreply.autoscale.Decision.ScalingRule;
import java.util.Locale;

/**
 * Decides by a chain of rules; the first that applies wins. The chain is that of Daishi.AMQP's QueueWatch, with two differences. There,
 * fewer dispatched jobs add a worker even if fewer came in; here only if not. There, surplus workers stay after the load has become
 * smaller; here the rule {@link ScalingRule#IDLE} removes them.
 *
 * @param threshold percent by which a figure has to change
 * @see <a href="https://github.com/daishisystems/Daishi.AMQP">Daishi.AMQP</a>
 */
record ScalingRules(int threshold) {

    private static final double FULL_UTILISATION = 0.99;
    private static final long SHORT_QUEUE = 100;
    /** One worker with room takes the next job; a second one at the same time has nothing to do. */
    private static final int NEEDED_IDLE = 1;

    record AppliedRule(ScalingRule rule, String reason) {}

    AppliedRule judge(Look now, Look before) {
        if (now.utilisation() < FULL_UTILISATION) {
            return verdict(
                    ScalingRule.UTILISATION,
                    "utilisation is %.1f %%, below %.0f %%: jobs wait for a worker",
                    100 * now.utilisation(),
                    100 * FULL_UTILISATION);
        }
        if (up(now.consumption(), before.consumption())) {
            return verdict(
                    ScalingRule.CONSUMPTION_UP,
                    "consumption rose from %.1f to %.1f jobs/s",
                    before.consumption(),
                    now.consumption());
        }
        boolean fewerCome = down(now.consumption(), before.consumption());
        if (down(now.dispatch(), before.dispatch()) && !fewerCome && now.consumption() > 0) {
            return verdict(
                    ScalingRule.DISPATCH_DOWN,
                    "dispatch fell from %.1f to %.1f jobs/s, consumption did not",
                    before.dispatch(),
                    now.dispatch());
        }
        if (now.length() != null
                && before.length() != null
                && now.length() > SHORT_QUEUE
                && up(now.length(), before.length())) {
            return verdict(ScalingRule.LENGTH_UP, "the queue grew from %d to %d jobs", before.length(), now.length());
        }
        if (now.consumption() == 0) {
            return verdict(ScalingRule.CONSUMPTION_ZERO, "no job came");
        }
        if (fewerCome) {
            return verdict(
                    ScalingRule.CONSUMPTION_DOWN,
                    "consumption fell from %.1f to %.1f jobs/s",
                    before.consumption(),
                    now.consumption());
        }
        if (now.idle() > NEEDED_IDLE) {
            return verdict(ScalingRule.IDLE, "%d workers had room all the time", now.idle());
        }
        return verdict(ScalingRule.STABLE, "no figure changed by %d %%", threshold);
    }

    private boolean up(double now, double before) {
        return now > 0 && now - before >= before * threshold / 100;
    }

    private boolean down(double now, double before) {
        return before > 0 && before - now >= before * threshold / 100;
    }

    private static AppliedRule verdict(ScalingRule rule, String reason, Object... figures) {
        return new AppliedRule(rule, String.format(Locale.ROOT, reason, figures));
    }
}
