package io.dronedelivery.localapplicationinsights;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Telemetry like that of a step-load run, made up: one user, and in the second half of the time 4 more at a time up to 41, who ask for
 * invoices. Nine physical partitions are asked one after the other, and refuse what exceeds their request units. For pictures and for
 * tests of the pages; figures of real runs come from the load test.
 */
final class StepLoadTelemetry {
    static final int PARTITIONS = 9;
    private static final double CHARGE = 3.2;
    private static final int BATCH = 2_000;
    /** In seconds; a part that takes longer is left out. */
    private static final double LATE = 1.25;

    private static final Map<String, String> PATHS = Map.of(
            "droneUtilization", "GET /api/dronedeliveries/utilization",
            "deliveries", "GET /api/deliveries/summary",
            "packages", "GET /api/packages/summary",
            "invoice", "GET /api/invoices/{ownerId}/{year}/{month}");

    private final Consumer<List<String>> sink;
    private final double provisioned;
    private final int seconds;
    private final Instant start;
    private final Random random = new Random(4);
    private final Map<Long, double[]> used = new HashMap<>();
    private final List<String> batch = new ArrayList<>();
    private final double[] callsBySlot;
    private final double[] chargeBySlot;
    private final int[] operationsBySlot;
    private int ids;

    /**
     * A run.
     *
     * @param end when it ended
     * @param throughput request units a second of the container
     * @param sink is given envelopes, some thousands at a time
     */
    StepLoadTelemetry(Instant end, int seconds, double throughput, Consumer<List<String>> sink) {
        this.start = Instant.ofEpochSecond(end.getEpochSecond() - seconds);
        this.seconds = seconds;
        this.provisioned = throughput / PARTITIONS;
        this.sink = sink;
        int slots = seconds / 10 + 2;
        this.callsBySlot = new double[slots];
        this.chargeBySlot = new double[slots];
        this.operationsBySlot = new int[slots];
    }

    private record Turn(int user, double at) {}

    /** Makes the whole run. */
    void run() {
        PriorityQueue<Turn> turns = new PriorityQueue<>(Comparator.comparingDouble(Turn::at));
        for (int user = 0; user <= 40; user++) {
            turns.add(new Turn(user, beginning(user)));
        }
        while (!turns.isEmpty() && turns.peek().at() < seconds) {
            Turn turn = turns.remove();
            double took = invoice(turn.at());
            turns.add(new Turn(turn.user(), turn.at() + took + (turn.user() == 0 ? 0.2 : 0.42)));
        }
        metrics();
        sink.accept(batch);
    }

    private double beginning(int user) {
        return user == 0 ? 0 : seconds / 2.0 + (user - 1) / 4 * (seconds / 48.0) + random.nextDouble() * 0.3;
    }

    private double invoice(double at) {
        String operation = "%032x".formatted(++ids);
        String gateway = id();
        double drone = service(operation, gateway, at, "droneUtilization", "drone");
        double delivery = service(operation, gateway, at, "deliveries", "delivery");
        double packages = service(operation, gateway, at, "packages", "delivery");
        double line = service(operation, gateway, at, "invoice", "invoice");
        double took = Math.max(Math.max(drone, line), Math.max(delivery, packages)) + 0.002;
        add(Envelope.request(time(at), gateway, "GET /api/v1/owners/{ownerId}/invoices/{year}/{month}", duration(took))
                .role("gateway")
                .operation(operation, "")
                .tag("ai.user.id", "o-" + random.nextInt(500)));
        if (ids % 50 == 0) {
            add(Envelope.trace(time(at), "Invoice of " + ids, "Information")
                    .role("gateway")
                    .operation(operation, gateway));
        }
        return took;
    }

    private double service(String operation, String gateway, double at, String part, String backend) {
        String call = id();
        String request = id();
        String role = backend + "-service";
        double begun = at + 0.001;
        double took = backend.equals("drone")
                ? partitions(operation, request, begun)
                : 0.004 + random.nextExponential() * 0.008;
        boolean late = took > LATE;
        add(Envelope.request(time(begun), request, PATHS.get(part), duration(took))
                .role(role)
                .operation(operation, call));
        double waited = Math.min(took + 0.002, LATE);
        add(Envelope.part(time(at), call, part, backend, duration(waited))
                .named(PATHS.get(part))
                .result(late ? "0" : "200", !late)
                .dimension("problem.type", late ? "urn:drone-delivery:problem:backend-timeout" : "")
                .operation(operation, gateway));
        return waited;
    }

    /** One after the other; a refused one again in the next second. */
    private double partitions(String operation, String request, double begun) {
        double at = begun + 0.001;
        int calls = 0;
        for (int partition = 0; partition < PARTITIONS; ) {
            boolean taken = take(partition, at);
            double took = taken ? 0.03 + random.nextDouble() * 0.03 : 0.004;
            add(Envelope.cosmos(time(at), id(), "" + partition, taken ? 200 : 429, taken ? CHARGE : 0, duration(took))
                    .role("drone-service")
                    .operation(operation, request));
            calls++;
            at += taken ? took : took + 1 - at % 1 + random.nextDouble() * 0.2;
            partition += taken ? 1 : 0;
        }
        int slot = (int) Math.min(begun / 10, operationsBySlot.length - 1);
        operationsBySlot[slot]++;
        callsBySlot[slot] += calls;
        chargeBySlot[slot] += PARTITIONS * CHARGE;
        return at - begun;
    }

    private boolean take(int partition, double at) {
        double[] second = used.computeIfAbsent((long) at, any -> new double[PARTITIONS]);
        if (second[partition] >= provisioned) {
            return false;
        }
        second[partition] += CHARGE;
        return true;
    }

    private void metrics() {
        for (int second = 0; second < seconds; second++) {
            metric(second, "load-test", "load.users", usersAt(second));
        }
        for (int slot = 0; slot < seconds / 10; slot++) {
            int at = slot * 10 + 9;
            container(at, "cosmos.container.throughput", provisioned * PARTITIONS);
            container(at, "cosmos.container.partitions", PARTITIONS);
            metric(at, "drone-service", "process.cpu.usage", 0.08 + usersAt(at) * 0.009 + random.nextDouble() * 0.1);
            metric(at, "gateway", "process.cpu.usage", 0.05 + usersAt(at) * 0.006 + random.nextDouble() * 0.05);
            metric(at, "delivery-service", "messaging.dispatch.queued", random.nextInt(1 + usersAt(at)));
            metric(at, "delivery-service", "messaging.dispatch.inflight", random.nextInt(1 + usersAt(at) / 2));
            operations(slot, at);
            List.of("requests", "delivery", "drone", "invoice").forEach(place -> place(at, place));
        }
    }

    private void operations(int slot, int at) {
        if (operationsBySlot[slot] > 0) {
            add(operation(at, "cosmos.operation.calls", callsBySlot[slot], slot).dimension("kind", "data"));
            add(operation(at, "cosmos.operation.request.charge", chargeBySlot[slot], slot));
        }
    }

    private Envelope operation(int at, String name, double sum, int slot) {
        return Envelope.metric(time(at), name, sum, operationsBySlot[slot])
                .role("drone-service")
                .dimension("container", "utilization")
                .dimension("operation", "utilization");
    }

    /** A limit of the gateway, and the state of the backend that it is for. */
    private void place(int at, String place) {
        int calls = usersAt(at) * (place.equals("delivery") ? 2 : 1);
        meter(at, "gateway.limit", place.equals("requests") ? 1_000 : 100, "place", place);
        meter(at, "gateway.limit.in.flight", calls, "place", place);
        meter(at, "gateway.limit.waiting", place.equals("drone") ? Math.max(0, calls - 30) : 0, "place", place);
        if (!place.equals("requests")) {
            meter(at, "gateway.backend.instances", 2, "backend", place);
            meter(at, "gateway.backend.instances.in", place.equals("drone") ? 1 : 2, "backend", place);
            meter(at, "resilience4j.circuitbreaker.failure.rate", place.equals("drone") ? 12 : 0, "name", place);
            add(meterOf(at, "resilience4j.circuitbreaker.state", 1, "name", place)
                    .dimension("state", "closed"));
        }
    }

    private void meter(int at, String name, double value, String dimension, String of) {
        add(meterOf(at, name, value, dimension, of));
    }

    private Envelope meterOf(int at, String name, double value, String dimension, String of) {
        return Envelope.metric(time(at), name, value, 1).role("gateway").dimension(dimension, of);
    }

    private int usersAt(int second) {
        return second < seconds / 2.0
                ? 1
                : 1 + Math.min(40, 4 * (1 + (int) ((second - seconds / 2.0) / (seconds / 48.0))));
    }

    private void container(int second, String name, double value) {
        add(Envelope.metric(time(second), name, value, 1).role("drone-service").dimension("container", "utilization"));
    }

    private void metric(int second, String role, String name, double value) {
        add(Envelope.metric(time(second), name, value, 1).role(role));
    }

    private void add(Envelope envelope) {
        batch.add(envelope.toString());
        if (batch.size() >= BATCH) {
            sink.accept(List.copyOf(batch));
            batch.clear();
        }
    }

    private String id() {
        return "%016x".formatted(++ids);
    }

    private Instant time(double second) {
        return start.plusNanos((long) (second * 1e9));
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9));
    }

    /** Fills a stand-in on port 8108 and leaves it open, to look at. */
    public static void main(String[] arguments) throws InterruptedException {
        try (LocalApplicationInsights insights = LocalApplicationInsights.start(o -> o.port(8108))) {
            new StepLoadTelemetry(Instant.now(), 480, 900, new Http(insights)::track).run();
            System.out.println("Look at " + insights.url() + " and end with Ctrl+C");
            Thread.currentThread().join();
        }
    }
}
