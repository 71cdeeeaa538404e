package io.dronedelivery.lab.accounts.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What was seen of a test.
 *
 * @param legs of each drone service that was there at the end
 * @param second figures of the run, second by second
 * @param lag messages that nobody had archived when the test gave up waiting
 * @param mostMembers of the group while messages were sent, and how many were left at the end
 * @param receivedByOther what the drone service that came and went had received
 * @param drained what the API of the second drone service said, in the test of members
 * @param away for how many seconds the broker was away
 * @param stock Kafka's own tools on the same broker
 * @param search for the highest rate; without steps where none was looked for
 */
record TelemetryFigures(
        int exitCode,
        JsonNode report,
        JsonNode legs,
        Seconds second,
        ArchiveAudit audit,
        Watch.MessageCounts counts,
        long lag,
        int mostMembers,
        int membersLeft,
        long receivedByOther,
        @Nullable String drained,
        double away,
        @Nullable StockTools stock,
        RateSearch search) {

    /**
     * Figures a second. The lists of one side have one value for every second, NaN where there is none to tell.
     *
     * @param looked the second of each of the figures that were looked up at the drone services, from {@code received} on; a look that waited for
     *     an answer leaves some out
     * @param sent to the broker
     * @param acknowledged by it
     * @param p99Ms from the moment at which a message was to be sent to its acknowledgement
     * @param received by the drone services
     * @param lag messages on the broker that are not archived
     * @param machine share of all processors that are busy
     */
    record Seconds(
            List<Double> sent,
            List<Double> acknowledged,
            List<Double> p99Ms,
            List<Integer> looked,
            List<Double> received,
            List<Double> lag,
            List<Double> members,
            List<Double> machine) {}

    record TelemetryStep(double perSecond, boolean held, double acknowledgedPerSecond, double p99Ms, long lag) {}

    long received() {
        return counts.received();
    }

    long rejected() {
        return counts.rejected();
    }

    long acknowledged() {
        return report.path("acknowledged").asLong();
    }

    long sent() {
        return report.path("sent").asLong();
    }

    /** Whether every message that was due was sent and acknowledged. */
    boolean isWhole() {
        return exitCode == 0 && acknowledged() == sent();
    }

    /**
     * Of the messages that were acknowledged, how many are not in the archive. When messages failed, it is the fewest that can be: some of
     * those may be in the archive all the same, and nobody knows which.
     */
    long lost() {
        long fewer = Math.max(0, acknowledged() - audit.messages());
        return acknowledged() == sent() ? Math.max(fewer, audit.missing()) : fewer;
    }

    /** How many messages were acknowledged whose moment was after the warm-up. */
    long acknowledgedAfterWarmUp() {
        return report.path("acknowledgement").path("count").asLong();
    }

    /**
     * How many messages have a time of their receipt: about as many as were acknowledged after the warm-up. The legs begin anew at the first
     * look after it, and of a drone service that has left it is only known how many messages it received.
     */
    long timed() {
        return legs.path("received").path("count").asLong() + receivedByOther;
    }

    boolean simulatorWasTheLimit() {
        return report.path("simulatorWasTheLimit").asBoolean();
    }

    double acknowledgedPerSecond() {
        return report.path("acknowledgedPerSecond").asDouble();
    }

    double leg(String name, String figure) {
        return legs.path(name).path(figure).asDouble();
    }
}
