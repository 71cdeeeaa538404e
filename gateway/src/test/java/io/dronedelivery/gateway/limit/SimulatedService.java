package io.dronedelivery.gateway.limit;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Random;

/**
 * A service of a fixed capacity behind a limit, in virtual time. It works on so many requests at once and keeps the others waiting, and it
 * works on those that nobody waits for any more, too. Requests may wait in the queue of the limit; a caller that gives up leaves that.
 */
final class SimulatedService {

    private final ConcurrencyLimit limit;
    private int servers;
    private final long timeout;
    private final long deadline;
    private final long inTime;
    private final Random random = new Random(17);
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::at).thenComparingLong(Event::number));
    private final Queue<Request> waiting = new ArrayDeque<>();
    private long now = 1;
    private int working;
    private long number;

    private record Event(long at, long number, Runnable happens) {}

    /** Requests of a kind. */
    static final class Traffic {
        private final Workload workload;
        private final long serviceNanos;
        private final Object caller;
        private final int places;
        private double perSecond;
        private boolean asksAgain;
        private long pauseAfterRefusal;
        long offered;
        long refused;
        long inTime;

        Traffic(Workload workload, long serviceMicros) {
            this(workload, serviceMicros, "caller", 1);
        }

        Traffic(Workload workload, long serviceMicros, int places) {
            this(workload, serviceMicros, "caller", places);
        }

        Traffic(Workload workload, long serviceMicros, Object caller) {
            this(workload, serviceMicros, caller, 1);
        }

        private Traffic(Workload workload, long serviceMicros, Object caller, int places) {
            this.caller = caller;
            this.places = places;
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
        private long enteredAt;
        private int running;
        private boolean over;

        Request(Traffic traffic, long from) {
            this.traffic = traffic;
            this.from = from;
        }
    }

    /** A caller who gives up has said so before. */
    SimulatedService(ConcurrencyLimit limit, int servers, long timeoutMillis) {
        this(limit, servers, timeoutMillis, timeoutMillis);
    }

    /**
     * @param servers how many requests it works on at once
     * @param timeoutMillis after this time a caller gives up
     * @param deadlineMillis after which the gateway thinks that they do
     */
    SimulatedService(ConcurrencyLimit limit, int servers, long timeoutMillis, long deadlineMillis) {
        this(limit, servers, timeoutMillis, deadlineMillis, timeoutMillis);
    }

    /**
     * @param servers how many requests it works on at once
     * @param timeoutMillis after this time a caller gives up
     * @param deadlineMillis after which the gateway thinks that they do
     * @param inTimeMillis within which an answer is good
     */
    SimulatedService(ConcurrencyLimit limit, int servers, long timeoutMillis, long deadlineMillis, long inTimeMillis) {
        this.inTime = inTimeMillis * 1_000_000;
        this.deadline = deadlineMillis * 1_000_000;
        this.limit = limit;
        this.servers = servers;
        this.timeout = timeoutMillis * 1_000_000;
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
        events.add(new Event(time, number++, happens));
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

    /** Lets callers ask each as soon as it is answered, and a pause after it is refused. */
    void beginCallers(Traffic traffic, int callers, long pauseMillis) {
        traffic.asksAgain = true;
        traffic.pauseAfterRefusal = pauseMillis * 1_000_000;
        for (int i = 0; i < callers; i++) {
            at(now + random.nextInt(1_000_000), () -> arrives(traffic));
        }
    }

    private void arrives(Traffic traffic) {
        traffic.offered++;
        Request request = new Request(traffic, now);
        if (limit.tryEnter(traffic.workload, traffic.places)) {
            enters(request);
        } else {
            waits(request);
        }
    }

    private void asksAgain(Traffic traffic, long pause) {
        if (traffic.asksAgain) {
            at(now + pause, () -> arrives(traffic));
        }
    }

    private void waits(Request request) {
        Traffic traffic = request.traffic;
        Waiter waiter = new Waiter(traffic.workload, traffic.places, traffic.caller, now + deadline * 3 / 4) {
            @Override
            protected void granted(long waitedNanos) {
                if (request.over) {
                    limit.leave(traffic.places, now);
                } else {
                    enters(request);
                }
            }

            @Override
            protected void refused(Entry why) {
                refuse(request);
            }

            @Override
            protected void execute(Runnable task) {
                at(now, task);
            }
        };
        if (limit.enter(waiter, now).isRefusal()) {
            refuse(request);
            return;
        }
        at(waiter.latest(), () -> limit.expire(waiter, now));
        at(now + timeout, () -> {
            if (!request.over && request.enteredAt == 0) {
                request.over = true;
                limit.abandon(waiter, now);
                asksAgain(traffic, 0);
            }
        });
    }

    private void refuse(Request request) {
        if (!request.over) {
            request.over = true;
            request.traffic.refused++;
            asksAgain(request.traffic, request.traffic.pauseAfterRefusal);
        }
    }

    private void enters(Request request) {
        request.enteredAt = now;
        request.running = request.traffic.places;
        at(request.from + timeout, () -> givesUp(request));
        for (int i = 0; i < request.traffic.places; i++) {
            if (working < servers) {
                work(request);
            } else {
                waiting.add(request);
            }
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
            request.running--;
            limit.leaveAnswered(request.traffic.workload, now - request.enteredAt, now);
            if (request.running == 0) {
                request.over = true;
                if (now - request.from <= inTime) {
                    request.traffic.inTime++;
                }
                asksAgain(request.traffic, 0);
            }
        }
        while (working < servers && !waiting.isEmpty()) {
            work(waiting.remove());
        }
    }

    private void givesUp(Request request) {
        if (!request.over) {
            request.over = true;
            for (; request.running > 0; request.running--) {
                limit.leaveUnanswered(
                        request.traffic.workload, now - request.enteredAt, request.enteredAt - request.from, now);
            }
            asksAgain(request.traffic, 0);
        }
    }
}
