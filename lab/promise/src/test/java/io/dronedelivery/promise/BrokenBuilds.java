package io.dronedelivery.promise;

import io.dronedelivery.promise.cluster.OtherBuild.SourceChange;
import java.util.List;

/** Builds without one of the protections that keep the promise. */
final class BrokenBuilds {

    private static final String KAFKA = "libraries/messaging/kafka/src/main/java/io/dronedelivery/messaging/kafka/";
    private static final String SERVICE_BUS =
            "libraries/messaging/service-bus/src/main/java/io/dronedelivery/messaging/servicebus/";
    private static final String OUTBOX = "delivery-service/src/main/java/io/dronedelivery/delivery/outbox/";
    private static final String COMPLETED = "invoice-service/src/main/java/io/dronedelivery/invoice/completed/";

    /** Offsets are committed before the events are handled. */
    static final SourceChange COMMITTED_EARLY = new SourceChange(
            KAFKA + "PartitionProgress.java",
            "Ticket first = pending.peek();\n        RetryState retryState",
            "pending.forEach(taken -> next = Math.max(next, taken.offset + 1));\n"
                    + "        Ticket first = null;\n"
                    + "        RetryState retryState");

    /** A message is completed before it is handled. */
    static final SourceChange COMPLETED_EARLY = new SourceChange(
            SERVICE_BUS + "EventConsumer.java",
            "processor\n"
                    + "                                .process(new ReceivedMessage(message, gate, work))\n"
                    + "                                .flatMap(outcome -> settled(context, outcome, work)),",
            "settled(context, new Outcome.Ignored(), work)"
                    + ".then(processor.process(new ReceivedMessage(message, gate, work))).then(),");

    /** The outbox is emptied before the broker has confirmed its events. */
    static final SourceChange EMPTIED_EARLY = new SourceChange(
            OUTBOX + "OutboxSender.java",
            ".dispatch(events, document.confirmed())\n"
                    + "                        .flatMap(end -> emptyOrRemember(document, end))",
            ".dispatch(events, document.confirmed())\n"
                    + "                        .delaySubscription(deliveries.empty(document)).then()");

    /** What is entered twice is new twice. */
    static final SourceChange NO_INBOX =
            new SourceChange(COMPLETED + "Inbox.java", ".map(entered -> entered == 1)", ".map(entered -> true)");

    /** A delivery may have several lines; the index that forbids it is gone, too. */
    static final SourceChange NO_LOCK =
            new SourceChange(COMPLETED + "Billing.java", "ON CONFLICT (delivery_id) DO NOTHING", "");

    static final List<SourceChange> ALL = List.of(COMMITTED_EARLY, COMPLETED_EARLY, EMPTIED_EARLY, NO_INBOX, NO_LOCK);

    private BrokenBuilds() {}
}
