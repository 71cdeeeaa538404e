package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.answer.BackendResponse;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The timer {@code gateway.forward} of one forward, by outcome. */
final class ForwardMeters {

    static final String CANCELLED = "cancelled";

    private final MeterRegistry meters;
    private final String forward;
    private final String backend;
    private final Map<String, Timer> byOutcome = new ConcurrentHashMap<>();

    ForwardMeters(MeterRegistry meters, Forward forward) {
        this.meters = meters;
        this.forward = forward.name();
        this.backend = forward.backend().name();
    }

    static String outcome(BackendResponse response) {
        if (response.status() < 400) {
            return "success";
        }
        return response.status() < 500 ? "client-error" : "server-error";
    }

    /** The outcome of a call without an answer. */
    static String outcome(ProblemType problem) {
        return problem.slug();
    }

    void record(String outcome, long nanos) {
        byOutcome.computeIfAbsent(outcome, this::timer).record(nanos, TimeUnit.NANOSECONDS);
    }

    private Timer timer(String outcome) {
        return Timer.builder("gateway.forward")
                .description("time until the backend's answer had arrived or was given up; of a stream until its head")
                .tags("forward", forward, "backend", backend, "outcome", outcome)
                .register(meters);
    }
}
