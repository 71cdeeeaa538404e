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
        double drone = service(operation, gateway, at, "drone-service", "GET /api/dronedeliveries/utilization");
        double delivery = service(operation, gateway, at, "delivery-service", "GET /api/deliveries/summary");
        double packages = service(operation, gateway, at, "delivery-service", "GET /api/packages/summary");
        double line = service(operation, gateway, at, "invoice-service", "GET /api/invoices/{ownerId}/{year}/{month}");
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

    private double service(String operation, String gateway, double at, String role, String name) {
        String call = id();
        String request = id();
        double begun = at + 0.001;
        double took = role.equals("drone-service")
                ? partitions(operation, request, begun)
                : 0.004 + random.nextExponential() * 0.008;
        add(Envelope.request(time(begun), request, name, duration(took))
                .role(role)
                .operation(operation, call));
        add(Envelope.dependency(time(at), call, "Http", name, duration(took + 0.002))
                .role("gateway")
                .result("200", true)
                .operation(operation, gateway));
        return took + 0.002;
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
