package io.dronedelivery.gateway.limit;

import java.util.ArrayDeque;
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
    private final VirtualTime time = new VirtualTime();
    private final Queue<Request> waiting = new ArrayDeque<>();
    private int working;

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
        private Waiter waiter;
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
        time.at(time.now() + (long) (gap * 1e9), () -> {
            if (traffic.perSecond > 0) {
                arrives(traffic);
            }
            next(traffic);
        });
    }

    /** Changes its capacity. */
    void resize(int to) {
        servers = to;
    }

    void runFor(double seconds) {
        time.runFor(seconds);
    }

    /** Lets callers ask each as soon as it is answered, and a pause after it is refused. */
    void beginCallers(Traffic traffic, int callers, long pauseMillis) {
        traffic.asksAgain = true;
        traffic.pauseAfterRefusal = pauseMillis * 1_000_000;
        for (int i = 0; i < callers; i++) {
            time.at(time.now() + random.nextInt(1_000_000), () -> arrives(traffic));
        }
    }

    private void arrives(Traffic traffic) {
        traffic.offered++;
        Request request = new Request(traffic, time.now());
        if (limit.tryEnter(traffic.workload, traffic.places)) {
            enters(request);
        } else {
            waits(request);
        }
        if (!request.over) {
            time.after(timeout, () -> givesUp(request));
        }
    }

    private void asksAgain(Traffic traffic, long pause) {
        if (traffic.asksAgain) {
            time.after(pause, () -> arrives(traffic));
        }
    }

    private void waits(Request request) {
        Traffic traffic = request.traffic;
        long longest = deadline * 3 / 4;
        Waiter waiter = new Waiter(traffic.workload, traffic.places, traffic.caller, time.now() + longest) {
            @Override
            protected void granted(long waitedNanos) {
                if (request.over) {
                    limit.leave(traffic.places, time.now());
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
                time.after(0, task);
            }
        };
        request.waiter = waiter;
        if (limit.enter(waiter, time.now()).isRefusal()) {
            refuse(request);
            return;
        }
        time.after(longest, () -> limit.expire(waiter, time.now()));
    }

    private void refuse(Request request) {
        if (!request.over) {
            request.over = true;
            request.traffic.refused++;
            asksAgain(request.traffic, request.traffic.pauseAfterRefusal);
        }
    }

    private void enters(Request request) {
        request.enteredAt = time.now();
        request.running = request.traffic.places;
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
        long takes = (long) (request.traffic.serviceNanos * (0.5 + random.nextDouble()));
        time.at(time.now() + takes, () -> ends(request));
    }

    private void ends(Request request) {
        long now = time.now();
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
            long now = time.now();
            request.over = true;
            if (request.enteredAt == 0) {
                limit.abandon(request.waiter, now);
            }
            for (; request.running > 0; request.running--) {
                limit.leaveUnanswered(
                        request.traffic.workload, now - request.enteredAt, request.enteredAt - request.from, now);
            }
            asksAgain(request.traffic, 0);
        }
    }
}
