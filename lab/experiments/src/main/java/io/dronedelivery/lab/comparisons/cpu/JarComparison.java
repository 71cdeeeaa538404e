package io.dronedelivery.lab.comparisons.cpu;

import static io.dronedelivery.lab.kit.report.Checks.text;

import io.dronedelivery.lab.comparisons.command.Spread;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The CPU time of the gateway beside that of the gateway of the second jar.
 *
 * @param rounds how many were compared
 * @param ratio of each round, the second gateway's cost being 1
 * @param compilersPercent share of the JIT compilers in the CPU time of the gateway that was less warm
 */
record JarComparison(int rounds, Spread ratio, double compilersPercent) {

    /** A gateway whose compilers use more is not warm, so its cost is not that of a request. */
    private static final double WARM_PERCENT = 5;

    /** @param second has as many rounds as {@code first} */
    static JarComparison of(CpuReport.CpuLine first, CpuReport.CpuLine second) {
        List<Double> ratios = IntStream.range(
                        0, first.roundsCpuMicrosPerRequest().size())
                .mapToObj(round -> first.roundsCpuMicrosPerRequest().get(round)
                        / second.roundsCpuMicrosPerRequest().get(round))
                .toList();
        return new JarComparison(
                ratios.size(),
                Spread.of(ratios, Double::doubleValue),
                Math.max(
                        first.compilersPercent().median(),
                        second.compilersPercent().median()));
    }

    private boolean isWarm() {
        return compilersPercent <= WARM_PERCENT;
    }

    /** Whether the gateway cost more in every round, a difference inside the spread being none, or was not comparable. */
    boolean isMissed() {
        return !isWarm() || ratio.min() > 1;
    }

    private String verdict() {
        if (!isWarm()) {
            return text("says nothing, because the JIT compilers still used %.0f %% of the CPU time", compilersPercent);
        }
        if (ratio.min() > 1) {
            return "the gateway costs more in every round";
        }
        return ratio.max() < 1
                ? "the gateway costs less in every round"
                : "no difference, because 1 is inside the spread";
    }

    String sentence() {
        return text(
                "CPU/request of the gateway beside that of the second jar, %d rounds: %.3f times (%.3f to %.3f): %s.",
                rounds, ratio.median(), ratio.min(), ratio.max(), verdict());
    }
}
