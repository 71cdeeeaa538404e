package io.dronedelivery.promise.protection;

import java.util.List;

/** From consumers that stop without a word, and of what instances share that come and go. */
final class InstanceProtections {

    private static final TestedModule MESSAGING = new TestedModule("libraries/messaging", "io.dronedelivery.messaging");
    private static final TestedModule DELIVERY = new TestedModule("delivery-service", "io.dronedelivery.delivery");
    private static final TestedModule INVOICE = new TestedModule("invoice-service", "io.dronedelivery.invoice");

    private static final String HANGS =
            "kafka.ReplacedThreadTest#a_thread_that_no_longer_polls_is_noticed_and_replaced";
    private static final String SILENT =
            "servicebus.StallDetectorTimeTest#silence_is_noticed_within_two_lock_times_and_not_while_the_lock_of_a_crashed_instance_may_last";
    private static final String FREE =
            "servicebus.StallDetectorTest#a_lane_is_free_as_long_as_nobody_holds_it_and_to_look_takes_nothing_from_anybody";
    private static final String DRAINED =
            "contract.ShutdownContract#a_member_that_is_stopped_finishes_and_settles_what_it_has_and_takes_nothing_more";
    private static final String DEAD =
            "lease.LeasesTest#the_leases_of_a_dead_instance_are_others_when_they_are_over_and_not_before";

    private static final String LEASES = "lease/Leases.java";
    private static final String MEMBER = "kafka/GroupMember.java";
    private static final String CONSUMER = "kafka/MemberConsumer.java";

    static final List<Protection> ALL = List.of(
            new Protection(
                    1,
                    "a connection is lent again while a statement of somebody who went away is under way",
                    INVOICE.test(
                            "database.TransactionsTest#connection_is_not_lent_again_while_a_statement_of_somebody_who_went_away_is_under_way"),
                    INVOICE.in("database/Session.java", "Mono.fromFuture(underWay, true)", "Mono.empty()")),
            new Protection(
                    1,
                    "a connection is handed over to somebody who goes away, and to somebody else as well",
                    INVOICE.test(
                            "database.TransactionsTest#connection_that_is_handed_over_while_its_borrower_goes_away_is_not_handed_over_to_others_as_well"),
                    INVOICE.in(
                            "database/Session.java",
                            "return Uncancelled.of(Mono.from(pool)",
                            "return Mono.from(Mono.from(pool)")),
            new Protection(
                    9,
                    "an application is well though nothing comes in",
                    MESSAGING.test("health.ConsumersHealthTest#one_is_down_when_nothing_comes_in"),
                    MESSAGING.in(
                            "health/ConsumersHealth.java",
                            "if (trouble == null && state.paused().isEmpty())",
                            "if (state.paused().isEmpty())")),
            new Protection(
                    9,
                    "a consumer of Kafka whose thread hangs is not replaced",
                    MESSAGING.test(HANGS),
                    MESSAGING.in(MEMBER, "return Mono.firstWithSignal(handled, stalled());", "return handled;")),
            new Protection(
                    9,
                    "a consumer of Kafka whose thread has met an error is not replaced",
                    MESSAGING.test("kafka.ReplacedThreadTest#a_thread_that_polls_and_meets_an_error_is_replaced"),
                    MESSAGING.in(
                            CONSUMER,
                            "throw new KafkaException(\"Polling has ended with an error\", error);",
                            "throw error;"),
                    MESSAGING.in(MEMBER, "return Mono.firstWithSignal(handled, stalled());", "return handled;")),
            new Protection(
                    9,
                    "the thread that polls for replies ends with an error",
                    MESSAGING.test("kafka.PollThreadTest#after_an_error_polling_goes_on_with_a_new_consumer"),
                    MESSAGING.in(
                            "kafka/PollThread.java",
                            "log.error(\"A Kafka consumer ended and is replaced\", failure);",
                            "stopped = true;")),
            new Protection(
                    9,
                    "a consumer of Service Bus that gets nothing is not suspected",
                    MESSAGING.test(SILENT),
                    MESSAGING.in("servicebus/StallEvidence.java", "if (checks < needed) {", "if (checks > 0) {")),
            new Protection(
                    9,
                    "a silent consumer of Service Bus is noticed after two lock times",
                    MESSAGING.test(SILENT),
                    MESSAGING.in(
                            "servicebus/StallDetector.java",
                            "int SUSPICIOUS_CHECKS = 6;",
                            "int SUSPICIOUS_CHECKS = 12;")),
            new Protection(
                    9,
                    "a silent consumer of Service Bus is not started anew",
                    MESSAGING.test(
                            "servicebus.ServiceBusConsumersTest#a_consumer_that_has_gone_silent_is_started_anew"),
                    MESSAGING.in("servicebus/Processors.java", "                processor.start();\n", "")),
            new Protection(
                    9,
                    "what another instance has given up is taken for the end of a silence",
                    MESSAGING.test(
                            "servicebus.StallDetectorTimeTest#a_replaced_consumer_that_gets_what_another_instance_gave_up_meanwhile_was_not_silent"),
                    MESSAGING.in(
                            "servicebus/StallDetector.java",
                            "wasStalled(consumer.found())",
                            "wasStalled(delivered > 0)")),
            new Protection(
                    9,
                    "a lane that another instance holds is taken to be nobody's",
                    MESSAGING.test(FREE),
                    MESSAGING.in("servicebus/IdleProbe.java", "held -> Mono.just(false)", "held -> Mono.just(true)")),
            new Protection(
                    9,
                    "a member of a group that is drained goes on with what comes",
                    MESSAGING.test("kafka.KafkaContractTest", DRAINED),
                    MESSAGING.in(MEMBER, "            current.progress.close();\n", "")),
            new Protection(
                    9,
                    "an instance on Service Bus that is drained goes on with what comes",
                    MESSAGING.test("servicebus.ServiceBusContractTest", DRAINED),
                    MESSAGING.in(
                            "servicebus/ServiceBusConsumers.java",
                            "        consumers.forEach(consumer -> consumer.gate().close());\n",
                            "")),
            new Protection(
                    9,
                    "partitions are given up with events of theirs in work",
                    MESSAGING.test(
                            "kafka.GroupMemberTest#partitions_are_given_up_when_the_events_in_work_are_done_and_these_are_not_handled_again"),
                    MESSAGING.in(
                            CONSUMER,
                            "progress.leave(partitions, settings.rebalanceWait());",
                            "progress.giveUp(partitions);")),
            new Protection(
                    9,
                    "a member that was removed from its group goes on with what it has",
                    MESSAGING.test(
                            "kafka.FencedMemberTest#work_of_a_member_that_was_removed_is_cancelled_and_not_committed_before_it_was_done_again"),
                    MESSAGING.in(CONSUMER, "            progress.giveUp(partitions);\n", "")),
            new Protection(
                    9,
                    "a member that has ended stays in its group",
                    MESSAGING.test(
                            "kafka.GroupMemberTest#what_runs_is_cancelled_when_the_group_is_left_before_it_is_done"),
                    MESSAGING.in(
                            CONSUMER,
                            "CloseOptions.timeout(timeout)",
                            "CloseOptions.timeout(timeout).withGroupMembershipOperation("
                                    + "CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP)")),
            new Protection(
                    9,
                    "an instance on Service Bus that has ended keeps its lanes",
                    MESSAGING.test(
                            "servicebus.ServiceBusConsumersTest#an_application_that_has_ended_has_no_connection_left"),
                    MESSAGING.in(
                            "servicebus/ServiceBusConsumers.java",
                            "        processors.close(consumer.subscription());\n",
                            "")),
            new Protection(
                    9,
                    "an instance takes a range of the relay from one that has it",
                    DELIVERY.test(DEAD),
                    DELIVERY.in(LEASES, "if (holder == null || isOver(lease.since)) {", "if (true) {")),
            new Protection(
                    9,
                    "the ranges of an instance that has died are nobody's",
                    DELIVERY.test(DEAD),
                    DELIVERY.in(LEASES, "if (holder == null || isOver(lease.since)) {", "if (holder == null) {")),
            new Protection(
                    9,
                    "an instance that slept goes on with ranges that others have by now",
                    DELIVERY.test("lease.LeasesTest#an_instance_that_slept_knows_that_it_has_nothing_any_more"),
                    DELIVERY.in(LEASES, "now == null || ending || isOver(now.since)", "now == null || ending")),
            new Protection(
                    9,
                    "two instances that take a range at the same time both have it",
                    DELIVERY.test("lease.LeasesTest#when_two_take_the_same_at_the_same_time_one_gets_it"),
                    DELIVERY.in(LEASES, "done ? read(next.name()) : Mono.empty()", "read(next.name())"),
                    DELIVERY.in(
                            LEASES, "                    .filter(now -> instance.equals(now.value().holder()))\n", "")),
            new Protection(
                    9,
                    "an instance that is drained keeps its ranges",
                    DELIVERY.test("lease.LeasesTest#what_is_given_back_is_others_at_once"),
                    DELIVERY.in("lease/LeaseDrain.java", "return leases.release();", "return Mono.empty();")));

    private InstanceProtections() {}
}
