package io.dronedelivery.promise.load;

import io.dronedelivery.promise.cluster.ClusterPart;
import io.dronedelivery.promise.cluster.Http;
import io.dronedelivery.promise.cluster.Http.HttpAnswer;
import io.dronedelivery.promise.cluster.TestCluster;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/**
 * An audit of delivery-service, begun as operators do.
 *
 * @param deliveries that were looked at
 * @param withoutLine how many of them had no invoice line
 * @param sentAgain how many were announced once more
 * @param waiting how many lack a flight or a line and are left to the next audit, because their events may be on their way
 */
public record AuditRun(int deliveries, int withoutLine, int sentAgain, int waiting) {

    private static final Duration PATIENCE = Duration.ofMinutes(6);
    private static final Duration SPAN = Duration.ofDays(1);

    /** An instance whose clock is ahead accepts in the future. */
    private static final Duration CLOCKS_OFF = Duration.ofHours(3);

    /** Runs one over all that was not changed in this second, to its end. */
    public static AuditRun run(TestCluster cluster) {
        return end(begin(cluster), cluster);
    }

    /** Begins one over all that was not changed in this second; returns where its report is. */
    public static String begin(TestCluster cluster) {
        String audits = cluster.url(ClusterPart.DELIVERY_SERVICE) + "/internal/reconciliation";
        Instant now = Instant.now();
        // The database's clock goes in seconds.
        Awaitility.await().atMost(PATIENCE).until(() -> Instant.now().isAfter(now.plusSeconds(2)));
        JsonNode begun = Awaitility.await("an audit to begin")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(
                        () -> Http.call(
                                "POST",
                                audits + "?from=" + now.minus(SPAN) + "&to=" + now.plus(CLOCKS_OFF),
                                cluster.headers()),
                        answer -> answer.status() == 202)
                .json();
        return audits + "/" + begun.get("id").asString();
    }

    /** Waits for the end of one that was begun. */
    public static AuditRun end(String report, TestCluster cluster) {
        JsonNode done = Awaitility.await("the end of the audit")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .until(() -> Http.call("GET", report, cluster.headers()), AuditRun::isDone)
                .json();
        return new AuditRun(
                done.get("deliveries").asInt(),
                done.get("withoutLine").asInt(),
                done.get("sentAgain").asInt(),
                done.get("waiting").asInt());
    }

    private static boolean isDone(HttpAnswer answer) {
        return answer.status() == 200
                && answer.json().get("status").asString("").equals("done");
    }
}
