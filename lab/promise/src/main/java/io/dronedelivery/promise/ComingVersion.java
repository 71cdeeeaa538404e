package io.dronedelivery.promise;

import io.dronedelivery.promise.cluster.ClusterPlan;
import io.dronedelivery.promise.cluster.OtherBuild.SourceChange;
import java.util.List;

/**
 * What stands for another version of two services while there is no release before this one: it adds a member to the events that it
 * publishes, as a coming version may by the rules of compatible change. The present ones read them, and the other way round.
 */
final class ComingVersion {

    private static final String WITH_ANOTHER_MEMBER = "(\"{\\\"ofAComingVersion\\\":true,\" + new String(%s,"
            + " java.nio.charset.StandardCharsets.UTF_8).substring(1))"
            + ".getBytes(java.nio.charset.StandardCharsets.UTF_8)";

    private static final String WRITTEN = "data.write(completed)";
    private static final SourceChange COMPLETIONS = new SourceChange(
            "drone-service/src/main/java/io/dronedelivery/drone/assignment/CompletionPublisher.java",
            WRITTEN,
            WITH_ANOTHER_MEMBER.formatted(WRITTEN));

    private static final SourceChange REQUESTS = new SourceChange(
            "delivery-service/src/main/java/io/dronedelivery/delivery/request/Announcement.java",
            "json.valueToTree(data)",
            "json.<tools.jackson.databind.node.ObjectNode>valueToTree(data).put(\"ofAComingVersion\", true)");

    static final List<SourceChange> ALL = List.of(COMPLETIONS, REQUESTS);

    private ComingVersion() {}

    /** In the second instances. */
    static ClusterPlan in(ClusterPlan plan) {
        return plan.with("drone-service-2", COMPLETIONS).with("delivery-service-2", REQUESTS);
    }
}
