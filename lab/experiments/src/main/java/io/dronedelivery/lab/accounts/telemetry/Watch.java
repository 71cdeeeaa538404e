package io.dronedelivery.lab.accounts.telemetry;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Looks at the drone services every second. Any thread may call it. */
final class Watch {

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final List<Integer> looked = new ArrayList<>();
    private final List<Double> received = new ArrayList<>();
    private final List<Double> lag = new ArrayList<>();
    private final List<Double> members = new ArrayList<>();
    private final List<Double> machine = new ArrayList<>();
    private final List<DroneService> services = new ArrayList<>();
    private MessageCounts gone = new MessageCounts(0, 0, 0);

    private MessageCounts counts = gone;
    private int lastLook;
    private int mostMembers;
    private int membersNow;
    private long lagNow = -1;

    /**
     * Messages of all drone services.
     *
     * @param received each message once
     * @param rejected they are in the archive, but have no time
     */
    record MessageCounts(long received, long archived, long rejected) {

        private MessageCounts plus(JsonNode status) {
            return new MessageCounts(
                    received + status.path("received").asLong(),
                    archived + status.path("archived").asLong(),
                    rejected + status.path("rejected").asLong());
        }
    }

    synchronized void add(DroneService service) {
        services.add(service);
    }

    /** Keeps the last figures of one that goes. */
    synchronized void remove(DroneService service, JsonNode last) {
        services.remove(service);
        gone = gone.plus(last);
    }

    /** Begins the seconds anew; the counts go on. */
    synchronized void begin() {
        List.of(looked, received, lag, members, machine).forEach(List::clear);
        lastLook = 0;
    }

    /**
     * One look; a service that does not answer, or has no broker, leaves a gap.
     *
     * @param second which it is of the run; the look after a slow one may be some later
     */
    synchronized void look(int second) throws InterruptedException {
        if (second == lastLook) {
            return;
        }
        long before = counts.received();
        double passed = second - lastLook;
        lastLook = second;
        looked.add(second);
        try {
            read();
            received.add(Math.max(0, counts.received() - before) / passed);
            lag.add(lagNow < 0 ? Double.NaN : lagNow);
            members.add((double) membersNow);
        } catch (IOException away) {
            received.add(Double.NaN);
            lag.add(Double.NaN);
            members.add(Double.NaN);
        }
        machine.add(Math.max(0, system.getCpuLoad()));
    }

    /** MessageCounts and members as they are now, without a sample of them; when nobody answers, the lag is not known. */
    synchronized void tryRead() throws InterruptedException {
        try {
            read();
        } catch (IOException away) {
            lagNow = -1;
        }
    }

    private void read() throws IOException, InterruptedException {
        MessageCounts now = gone;
        for (DroneService service : services) {
            JsonNode status = service.status();
            now = now.plus(status);
            lagNow = status.path("lag").asLong(-1);
            membersNow = status.path("members").size();
        }
        counts = now;
        mostMembers = Math.max(mostMembers, membersNow);
    }

    synchronized MessageCounts counts() {
        return counts;
    }

    synchronized long lag() {
        return lagNow;
    }

    synchronized int mostMembers() {
        return mostMembers;
    }

    synchronized int members() {
        return membersNow;
    }

    synchronized TelemetryFigures.Seconds seconds(List<JsonNode> simulator) {
        return new TelemetryFigures.Seconds(
                of(simulator, "sent"),
                of(simulator, "acknowledged"),
                simulator.stream().map(Watch::p99).toList(),
                List.copyOf(looked),
                List.copyOf(received),
                List.copyOf(lag),
                List.copyOf(members),
                List.copyOf(machine));
    }

    /** Of a second in which none was acknowledged, or in which they do not count yet, there is none. */
    private static double p99(JsonNode second) {
        JsonNode acknowledgement = second.path("acknowledgement");
        return acknowledgement.path("count").asLong() == 0
                ? Double.NaN
                : acknowledgement.path("p99").asDouble() / 1_000;
    }

    private static List<Double> of(List<JsonNode> seconds, String figure) {
        return seconds.stream().map(second -> second.path(figure).asDouble()).toList();
    }
}
