package io.dronedelivery.promise;

import io.dronedelivery.promise.cluster.ClusterPlan;
import io.dronedelivery.promise.cluster.Form;
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

    private static final String SPAN = "MessageSpan span = spans.process(subscription.channel(),";
    /** An agent of another release, as some companies have one: each hundredth span ends in an {@link Error}. */
    private static final SourceChange TRACER = new SourceChange(
            "libraries/messaging/core/src/main/java/io/dronedelivery/messaging/event/EventProcessor.java",
            SPAN,
            "if (java.util.concurrent.ThreadLocalRandom.current().nextInt(100) == 0)"
                    + " throw new NoSuchMethodError(\"of a tracer\");\n" + SPAN);

    static final List<SourceChange> ALL = List.of(COMPLETIONS, REQUESTS, TRACER);

    private ComingVersion() {}

    /** In the second instances. */
    static ClusterPlan in(ClusterPlan plan) {
        ClusterPlan both = plan.with("drone-service-2", COMPLETIONS).with("delivery-service-2", REQUESTS);
        return plan.form() == Form.LONG ? both.with("invoice-service-2", TRACER) : both;
    }
}
