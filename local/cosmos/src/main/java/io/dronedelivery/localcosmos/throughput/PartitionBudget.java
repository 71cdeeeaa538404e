package io.dronedelivery.localcosmos.throughput;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/**
 * The request units of one physical partition, second by second.
 *
 * <p>A call is admitted while the present second has request units left. It is charged when its price is known. A charge beyond the second
 * is a debt of the following seconds. So a partition can show more consumed than provisioned. Unused request units of a second expire, or
 * are saved as burst capacity.
 */
public final class PartitionBudget {
    private static final int SECONDS_KEPT = 900;
    private static final long MILLIS = 1_000;
    /** No partition bursts beyond this. A partition with more provisioned throughput does not burst. */
    private static final double MOST_IN_A_SECOND = 3_000;

    private final InstantSource clock;
    private final BooleanSupplier enforced;
    private final DoubleSupplier provisioned;
    private final int burstSeconds;

    private final Deque<SecondOfUse> history = new ArrayDeque<>();
    private long second = Long.MIN_VALUE;
    private double available;

    PartitionBudget(InstantSource clock, BooleanSupplier enforced, DoubleSupplier provisioned, int burstSeconds) {
        this.clock = clock;
        this.enforced = enforced;
        this.provisioned = provisioned;
        this.burstSeconds = burstSeconds;
    }

    /** Returns how long to wait, or empty when the call may be executed now. */
    public synchronized Optional<Duration> refusal() {
        long now = roll();
        double share = provisioned.getAsDouble();
        boolean left = available > 0 && history.getLast().consumed < Math.max(share, MOST_IN_A_SECOND);
        if (!enforced.getAsBoolean() || left) {
            return Optional.empty();
        }
        history.getLast().throttled++;
        // The first second with a share above the debt.
        long seconds = share <= 0 ? 1 : Math.max(1, (long) Math.floor(-available / share) + 1);
        return Optional.of(Duration.ofMillis((second + seconds) * MILLIS - now));
    }

    public synchronized void spend(double charge) {
        roll();
        available -= charge;
        SecondOfUse use = history.getLast();
        use.consumed += charge;
        use.calls++;
    }

    /** The use of the stored seconds (at most fifteen minutes), oldest first. */
    public synchronized List<Use> uses() {
        return history.stream()
                .map(use -> new Use(use.second, use.consumed, use.provisioned, use.calls, use.throttled))
                .toList();
    }

    /**
     * The use of one second.
     *
     * @param second seconds since 1970
     * @param consumed request units of the executed calls
     * @param provisioned request units of this partition
     * @param calls number of executed calls
     * @param throttled number of refused calls
     */
    public record Use(long second, double consumed, double provisioned, int calls, int throttled) {}

    private long roll() {
        long now = clock.millis();
        long current = Math.floorDiv(now, MILLIS);
        double share = provisioned.getAsDouble();
        if (current > second) {
            double seconds = second == Long.MIN_VALUE ? 1 : current - second;
            available = Math.min(share * (1 + burstSecondsOf(share)), available + share * seconds);
            second = current;
            history.addLast(new SecondOfUse(current, share));
            if (history.size() > SECONDS_KEPT) {
                history.removeFirst();
            }
        } else if (current < second) {
            // The clock was set back. The next second begins after one second, without waiting for the clock to catch
            // up.
            second = current;
        }
        return now;
    }

    private int burstSecondsOf(double share) {
        return share < MOST_IN_A_SECOND ? burstSeconds : 0;
    }

    private static final class SecondOfUse {
        private final long second;
        private final double provisioned;
        private double consumed;
        private int calls;
        private int throttled;

        SecondOfUse(long second, double provisioned) {
            this.second = second;
            this.provisioned = provisioned;
        }
    }
}
