package io.dronedelivery.dronesimulator;

import io.dronedelivery.dronesimulator.flight.Drone;
import io.dronedelivery.dronesimulator.flight.TelemetryJson;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Sends the messages of its drones at their moments, whatever became of those before: it never waits for an answer, only for room. Late, it
 * sends what is due at once until it has caught up. Stopped, it still sends what was due until then, up to the first message
 * that finds no room.
 */
final class SendingThread implements Runnable {

    private static final long NANOS_PER_MICRO = 1_000;

    private final Schedule schedule;
    private final TelemetrySender sender;
    private final Figures figures;
    private final long tickMicros;
    private final String run;
    private final Drone[] drones;
    private final long[] sequences;
    private final TelemetryJson json;
    private final LongSupplier stoppedMicros;

    /**
     * @param schedule whose part also says which drones are this thread's: those with its number modulo the number of threads
     * @param stoppedMicros when the run was stopped; {@link Long#MAX_VALUE} before
     */
    SendingThread(
            Schedule schedule,
            TelemetrySender sender,
            Figures figures,
            SimulatorSettings settings,
            LongSupplier stoppedMicros) {
        this.schedule = schedule;
        this.sender = sender;
        this.figures = figures;
        this.stoppedMicros = stoppedMicros;
        this.tickMicros = settings.tick().toNanos() / NANOS_PER_MICRO;
        this.run = settings.run();
        int own = (settings.drones() - schedule.part() + schedule.parts() - 1) / schedule.parts();
        this.drones = new Drone[own];
        this.sequences = new long[own];
        for (int i = 0; i < own; i++) {
            int number = schedule.part() + i * schedule.parts();
            drones[i] = new Drone(droneId(number), new Random(number));
        }
        this.json = new TelemetryJson(settings.payloadBytes(), new Random(schedule.part()));
    }

    /** Such as {@code dr-01}, as the fleet of drone-service numbers them. */
    static String droneId(int number) {
        return "dr-%02d".formatted(number + 1);
    }

    @Override
    public void run() {
        boolean excused = false;
        for (long number = 0; number < schedule.size(); number++) {
            long due = schedule.dueMicros(number);
            long late = WallClock.micros() - due;
            if (late < 0) {
                excused = false;
                late = await(due, -late);
            }
            if (isStoppedBefore(due)) {
                return;
            }
            boolean waited = send((int) (number % drones.length), due, late, excused);
            if (waited && isStopped()) {
                // While the broker is away each further message could wait for as long as it may take to be confirmed.
                return;
            }
            excused |= waited;
        }
    }

    private boolean isStopped() {
        return stoppedMicros.getAsLong() != Long.MAX_VALUE;
    }

    private boolean isStoppedBefore(long due) {
        return due > stoppedMicros.getAsLong();
    }

    /** Whether it had to wait. */
    private boolean send(int index, long due, long late, boolean excused) {
        Drone drone = drones[index];
        long sequence = sequences[index]++;
        byte[] data = json.write(drone.id(), sequence, due, drone.at(due));
        figures.sending(due, late, data.length, excused);
        String id = drone.id() + "-" + run + "-" + sequence;
        try {
            boolean waited = sender.send(new Telemetry(id, drone.id(), due, data), new Outcome(due));
            if (waited) {
                figures.waited();
            }
            return waited;
        } catch (RuntimeException e) {
            figures.failed(e);
            return true;
        }
    }

    private long await(long due, long micros) {
        long left = micros;
        while (left > 0 && !isStoppedBefore(due)) {
            LockSupport.parkNanos(this, Math.max(left, tickMicros) * NANOS_PER_MICRO);
            left = due - WallClock.micros();
        }
        return -left;
    }

    private final class Outcome implements TelemetrySender.Acknowledgement {

        private final long createdMicros;

        Outcome(long createdMicros) {
            this.createdMicros = createdMicros;
        }

        @Override
        public void acknowledged() {
            figures.acknowledged(createdMicros);
        }

        @Override
        public void failed(Throwable why) {
            figures.failed(why);
        }
    }
}
