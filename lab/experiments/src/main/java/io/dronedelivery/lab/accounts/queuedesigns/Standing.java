package io.dronedelivery.lab.accounts.queuedesigns;

import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import java.util.Comparator;
import java.util.List;

/**
 * How a design did with most requests.
 *
 * @param share of the requests that were served, 0 to 1
 * @param rate requests a second
 */
record Standing(String name, double share, double rate) {

    /** The best first: which serves more, and of those that serve as much the faster one. Fast is worth nothing where requests are lost. */
    static List<Standing> ranked(List<QueueDesignsRun> runs) {
        return runs.stream()
                .filter(run -> !run.measured().sizes().isEmpty())
                .map(run -> new Standing(
                        run.test().name(),
                        run.measured().largest().share(),
                        run.measured().largest().median().load().rate()))
                .sorted(Comparator.comparingDouble(Standing::share)
                        .thenComparingDouble(Standing::rate)
                        .reversed())
                .toList();
    }
}
