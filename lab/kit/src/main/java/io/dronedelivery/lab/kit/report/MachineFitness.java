package io.dronedelivery.lab.kit.report;

import io.dronedelivery.lab.kit.load.ClosedLoad;
import io.dronedelivery.lab.kit.process.Children;
import io.dronedelivery.lab.kit.process.Jvm;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Whether the figures of an experiment on this machine can be compared with others, measured before its first test.
 *
 * @param perSecond requests a second of a trivial endpoint: of three rounds the best one
 * @param slowest the slowest of the rounds
 * @param busy share of the processors, 0 to 1, that other programs used before
 * @param freeGib memory that programs could still get
 * @param reasons why it is unfit, a sentence each; none if it is fit
 */
public record MachineFitness(double perSecond, double slowest, double busy, double freeGib, List<String> reasons) {

    /** Two idle cores of 2020 or later answer several times as many. */
    private static final double LEAST_PER_SECOND = 5_000;

    private static final double MOST_BUSY = 0.25;
    private static final double LEAST_GIB = 2;

    private static final int ROUNDS = 3;
    private static final Duration ROUND = Duration.ofSeconds(1);

    /**
     * Measures for about eight seconds.
     *
     * @param directory takes the output of the trivial endpoint's JVM
     * @throws IOException when that JVM cannot be started
     */
    public static MachineFitness measure(Children children, Path directory) throws IOException, InterruptedException {
        double busy = Machine.busy(ROUND.multipliedBy(2));
        List<Double> rates = new ArrayList<>();
        List<String> flags = List.of("-Xmx64m", "-XX:+UseSerialGC");
        try (Jvm server = children.server("trivial-endpoint", TrivialEndpoint.class, List.of(), flags, directory)) {
            ClosedLoad load = ClosedLoad.of(URI.create("http://127.0.0.1:" + server.port()), 200_000, 10);
            load.withDeadline(ROUND.multipliedBy(ROUNDS)).run();
            for (int round = 0; round < ROUNDS; round++) {
                rates.add(load.withDeadline(ROUND).run().rate());
            }
        }
        return of(Collections.max(rates), Collections.min(rates), busy, Machine.freeGib());
    }

    static MachineFitness of(double perSecond, double slowest, double busy, double freeGib) {
        List<String> reasons = new ArrayList<>();
        if (perSecond < LEAST_PER_SECOND) {
            reasons.add(Checks.text(
                    "A trivial endpoint answers %,.0f requests a second, and %,.0f are the least.",
                    perSecond, LEAST_PER_SECOND));
        }
        if (2 * slowest < perSecond) {
            reasons.add(Checks.text(
                    "The speed changes: one second had %,.0f requests of a trivial endpoint, another %,.0f.",
                    slowest, perSecond));
        }
        if (busy > MOST_BUSY) {
            reasons.add(Checks.text("Other programs use %.0f %% of the processors.", busy * 100));
        }
        if (freeGib < LEAST_GIB) {
            reasons.add(Checks.text("%.1f GiB of memory are free, and %.0f are the least.", freeGib, LEAST_GIB));
        }
        return new MachineFitness(perSecond, slowest, busy, freeGib, List.copyOf(reasons));
    }

    /** Whether checks of speed can be judged. */
    public boolean isComparable() {
        return reasons.isEmpty();
    }

    public String text() {
        return Checks.text(
                        "a trivial endpoint answers %,.0f to %,.0f requests a second, %.1f GiB are free, and other"
                                + " programs use %.0f %% of the processors: ",
                        slowest, perSecond, freeGib, busy * 100)
                + (isComparable()
                        ? "comparable"
                        : "NOT COMPARABLE, checks of speed are not judged. " + String.join(" ", reasons));
    }
}
