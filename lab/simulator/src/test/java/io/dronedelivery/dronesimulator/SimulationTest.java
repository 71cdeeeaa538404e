package io.dronedelivery.dronesimulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dronedelivery.dronesimulator.SimulatorSettings.SimulatorTarget;
import io.dronedelivery.dronesimulator.SimulatorSettings.TargetBroker;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** What a run that is stopped has sent and reports, over a broker that takes everything at once. */
class SimulationTest {

    private static final int PER_SECOND = 1_000;
    private static final SimulationProgress SILENT =
            new TextProgress(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()));

    @Test
    void what_was_due_until_the_stop_is_sent_and_no_more_was_due() throws InterruptedException {
        long start = WallClock.micros() - Duration.ofSeconds(3).toNanos() / 1_000;
        AtomicLong before = new AtomicLong();
        AtomicLong after = new AtomicLong();
        CompletableFuture<Simulation> stopped = new CompletableFuture<>();
        Simulation simulation = new Simulation(settings(Duration.ofMillis(1)), senders(() -> {
            if (before.get() == 0) {
                before.set(WallClock.micros());
                stopped.join().stop();
                after.set(WallClock.micros());
            }
            return false;
        }));
        stopped.complete(simulation);

        SimulationReport report = simulation.run(start, SILENT);

        Schedule schedule = new Schedule(start, PER_SECOND, Long.MAX_VALUE >> 16, 0, 1);
        assertThat(report.sent()).isBetween(schedule.dueUntil(before.get()), schedule.dueUntil(after.get()));
        assertThat(report.intended()).isEqualTo(report.sent());
        assertThat(report.isWhole()).isTrue();
    }

    @Test
    void a_thread_that_sleeps_when_it_is_stopped_sends_what_was_due() throws InterruptedException {
        AtomicInteger sent = new AtomicInteger();
        Simulation simulation = new Simulation(settings(Duration.ofMillis(300)), senders(() -> {
            sent.incrementAndGet();
            return false;
        }));
        CompletableFuture<SimulationReport> report =
                CompletableFuture.supplyAsync(() -> run(simulation, WallClock.micros()));
        await().until(() -> sent.get() > 0);

        simulation.stop();

        assertThat(report.join().isWhole()).isTrue();
    }

    @Test
    void a_broker_that_has_no_room_is_not_waited_for_again_after_the_stop() throws InterruptedException {
        long start = WallClock.micros() - Duration.ofSeconds(3).toNanos() / 1_000;
        CompletableFuture<Simulation> stopped = new CompletableFuture<>();
        Simulation simulation = new Simulation(settings(Duration.ofMillis(1)), senders(() -> {
            stopped.join().stop();
            return true;
        }));
        stopped.complete(simulation);

        SimulationReport report = simulation.run(start, SILENT);

        assertThat(report.sent()).isEqualTo(1);
        assertThat(report.intended()).isGreaterThanOrEqualTo(3_000);
        assertThat(report.isWhole()).isFalse();
    }

    private static SimulationReport run(Simulation simulation, long start) {
        try {
            return simulation.run(start, SILENT);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static SimulatorSettings settings(Duration tick) {
        SimulatorTarget target = new SimulatorTarget(
                TargetBroker.KAFKA, "localhost:1", "t", 8, Duration.ZERO, Duration.ofMinutes(2), Map.of());
        return new SimulatorSettings(target, PER_SECOND, Long.MAX_VALUE >> 16, Duration.ZERO, tick, 30, 1, 10, "r");
    }

    /** @param send is called with each message and says whether it had to wait */
    private static Senders senders(BooleanSupplier send) {
        return new Senders() {
            @Override
            public TelemetrySender open() {
                return new TelemetrySender() {
                    @Override
                    public boolean send(Telemetry message, Acknowledgement acknowledgement) {
                        boolean waited = send.getAsBoolean();
                        acknowledgement.acknowledged();
                        return waited;
                    }

                    @Override
                    public void finish(Duration limit) {
                        // Everything is acknowledged at once.
                    }

                    @Override
                    public void close() {
                        // Nothing is open.
                    }
                };
            }

            @Override
            public void close() {
                // Nothing is open.
            }
        };
    }
}
