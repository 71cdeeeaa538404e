package io.dronedelivery.lab.accounts.stepload;

import io.dronedelivery.lab.kit.load.LoadCallers;
import io.dronedelivery.lab.kit.load.LoadTarget;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Calls before anything is measured: what the load will run is compiled then, and no budget of request units is overdrawn. */
final class WarmUp implements LoadCallers.Outcomes {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int CONNECTIONS = 16;

    /** Request units of the most expensive operation, and how much of the throughput it may take. */
    private static final double CHARGE = 29;

    private static final double SHARE = 0.65;

    private final AtomicReference<@Nullable String> failure = new AtomicReference<>();

    private WarmUp() {}

    /**
     * Asks for one owner's month after the other's.
     *
     * @param throughput request units a second that the calls may share
     * @throws IllegalStateException when a call is not answered with 200
     */
    static void run(URI gateway, int owners, int throughput, Duration duration) throws InterruptedException {
        WarmUp calls = new WarmUp();
        LoadTarget months = new LoadTarget(gateway + "/api/v1/owners/o-{n}/invoices/2025/6", owners);
        Duration interval = Duration.ofNanos(Math.round(1e9 * CONNECTIONS * CHARGE / (SHARE * throughput)));
        try (LoadCallers callers = LoadCallers.oneAfterTheOther(months, interval, calls)) {
            callers.open(CONNECTIONS);
            for (long end = System.nanoTime() + duration.toNanos();
                    calls.failure.get() == null && System.nanoTime() < end; ) {
                Thread.sleep(20);
            }
            if (!callers.finish(TIMEOUT)) {
                calls.fail("nothing within " + TIMEOUT.toSeconds() + " s");
            }
        }
        if (calls.failure.get() != null) {
            throw new IllegalStateException("The stack answers " + calls.failure.get() + " to " + months);
        }
    }

    private void fail(String answer) {
        failure.compareAndSet(null, answer);
    }

    @Override
    public void answered(int status, boolean complete, long nanos) {
        if (status != 200) {
            fail(Integer.toString(status));
        }
    }
}
