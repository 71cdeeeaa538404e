package io.dronedelivery.gateway.limit;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

/**
 * A service of a fixed capacity behind a limit, in virtual time. It works on so many requests at once and keeps the others waiting, and it
 * works on those that nobody waits for any more, too.
 */
final class SimulatedService {

    private final ConcurrencyLimit limit;
    private int servers;
    private final long patience;
    private final Random random = new Random(17);
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::at));
    private final Queue<Request> waiting = new ArrayDeque<>();
    private long now;
    private int working;

    private record Event(long at, Runnable happens) {}

    /** Requests of a kind. */
    static final class Traffic {
        private final Workload workload;
        private final long serviceNanos;
        private double perSecond;
        long offered;
        long refused;
        long inTime;

        Traffic(Workload workload, long serviceMicros) {
            this.workload = workload;
            this.serviceNanos = serviceMicros * 1000;
        }

        void count(double rate) {
            perSecond = rate;
            offered = 0;
            refused = 0;
            inTime = 0;
        }
    }

    private static final class Request {
        private final Traffic traffic;
        private final long from;
        private boolean over;

        Request(Traffic traffic, long from) {
            this.traffic = traffic;
            this.from = from;
        }
    }

    /**
     * @param servers how many requests it works on at once
     * @param patienceMillis after this time a caller gives up
     */
    SimulatedService(ConcurrencyLimit limit, int servers, long patienceMillis) {
        this.limit = limit;
        this.servers = servers;
        this.patience = patienceMillis * 1_000_000;
    }

    /** Lets the requests of a traffic come at random times. */
    void begin(Traffic traffic) {
        next(traffic);
    }

    private void next(Traffic traffic) {
        double gap = traffic.perSecond > 0 ? -Math.log(1 - random.nextDouble()) / traffic.perSecond : 0.01;
        at(now + (long) (gap * 1e9), () -> {
            if (traffic.perSecond > 0) {
                arrives(traffic);
            }
            next(traffic);
        });
    }

    private void at(long time, Runnable happens) {
        events.add(new Event(time, happens));
    }

    /** Changes its capacity. */
    void resize(int now) {
        servers = now;
    }

    void runFor(double seconds) {
        long end = now + (long) (seconds * 1e9);
        while (!events.isEmpty() && events.peek().at() <= end) {
            Event event = events.remove();
            now = event.at();
            event.happens().run();
        }
        now = end;
    }

    private void arrives(Traffic traffic) {
        traffic.offered++;
        if (!limit.tryEnter(traffic.workload)) {
            traffic.refused++;
            return;
        }
        Request request = new Request(traffic, now);
        at(now + patience, () -> givesUp(request));
        if (working < servers) {
            work(request);
        } else {
            waiting.add(request);
        }
    }

    private void work(Request request) {
        working++;
        // Between half and three halves of the usual time.
        long time = (long) (request.traffic.serviceNanos * (0.5 + random.nextDouble()));
        at(now + time, () -> ends(request));
    }

    private void ends(Request request) {
        working--;
        if (!request.over) {
            request.over = true;
            request.traffic.inTime++;
            limit.leaveAnswered(request.traffic.workload, now - request.from, now);
        }
        while (working < servers && !waiting.isEmpty()) {
            work(waiting.remove());
        }
    }

    private void givesUp(Request request) {
        if (!request.over) {
            request.over = true;
            limit.leaveUnanswered(request.traffic.workload, now - request.from, now);
        }
    }
}
