package io.dronedelivery.localservicebus.broker;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** An event loop whose time passes when a test says so. */
final class VirtualLoop implements EventLoop {
    private record Task(long at, long order, Runnable action) {}

    private final PriorityQueue<Task> tasks =
            new PriorityQueue<>(Comparator.comparingLong(Task::at).thenComparingLong(Task::order));
    private long now = 1_800_000_000_000L;
    private long clockBehind;
    private long scheduled;

    @Override
    public long now() {
        return now - clockBehind;
    }

    @Override
    public void schedule(long delayMillis, Runnable task) {
        tasks.add(new Task(now + delayMillis, scheduled++, task));
    }

    /** Sets the clock back; what was scheduled runs as soon as without that, since delays are not measured by the clock. */
    void stepBack(Duration time) {
        clockBehind += time.toMillis();
    }

    /** Lets the time pass; what falls due meanwhile runs at its time, in rounds as on the real loop. */
    void pass(Duration time, Broker broker) {
        long end = now + time.toMillis();
        broker.settleDown();
        while (!tasks.isEmpty() && tasks.peek().at() <= end) {
            Task task = tasks.remove();
            now = Math.max(now, task.at());
            task.action().run();
            broker.settleDown();
        }
        now = end;
    }
}
