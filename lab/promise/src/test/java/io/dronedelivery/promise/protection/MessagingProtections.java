package io.dronedelivery.promise.protection;

import java.util.List;

/** Of the order of events. */
final class MessagingProtections {

    private static final TestedModule MESSAGING = new TestedModule("libraries/messaging", "io.dronedelivery.messaging");

    private static final String BEHIND_A_REFUSED_ONE =
            "contract.OrderContract#events_behind_one_of_their_key_that_was_refused_are_not_published_either";

    static final List<Protection> ALL = List.of(
            new Protection(
                    10,
                    "events of a key are handled at the same time",
                    MESSAGING.test("kafka.KeySequencerTest#work_of_a_key_waits_for_its_turn_and_other_keys_do_not"),
                    MESSAGING.in("kafka/KeySequencer.java", "if (!busy)", "if (true)")),
            new Protection(
                    10,
                    "what follows an event that was not done overtakes it",
                    MESSAGING.test("kafka.GroupProgressTest#nothing_is_begun_after_something_was_left_undone"),
                    MESSAGING.in("kafka/PartitionProgress.java", "if (!done)", "if (false)")),
            new Protection(
                    10,
                    "an offset is committed before what is ahead of it is done",
                    MESSAGING.test("kafka.GroupProgressTest#an_offset_is_committed_when_everything_before_it_is_done"),
                    MESSAGING.in("kafka/PartitionProgress.java", "first != null && first.done;", "first != null;")),
            new Protection(
                    10,
                    "Kafka gets the next event of a key though it may not have the one before",
                    MESSAGING.test("kafka.KafkaContractTest", BEHIND_A_REFUSED_ONE),
                    MESSAGING.in(
                            "kafka/KafkaEventPublisher.java",
                            "Flux.concat(events.stream().map(this::sent).toList()).then()",
                            "Mono.whenDelayError(events.stream().map(this::sent).toList())")),
            new Protection(
                    10,
                    "Service Bus gets the next event of a key though it has refused the one before",
                    MESSAGING.test(
                            "servicebus.ServiceBusEventPublisherTest#nothing_is_sent_behind_a_transfer_of_its_key_that_has_failed"),
                    MESSAGING.in(
                            "servicebus/PendingEvent.java",
                            "            publication.endThoseBehind(this, told);\n",
                            "")),
            new Protection(
                    10,
                    "the dispatcher gives a sink what follows messages of a key that the sink has not",
                    MESSAGING.test(
                            "dispatch.FailingSinkTest#a_sink_gets_nothing_behind_messages_of_its_key_that_it_has_not_and_the_others_get_all"),
                    MESSAGING.in("dispatch/DispatchQueue.java", "if (reason == null) {", "if (true) {")),
            new Protection(
                    10,
                    "a member that was taken for dead commits what it had done",
                    MESSAGING.test(
                            "kafka.FencedMemberTest#a_member_that_was_taken_for_dead_commits_nothing_over_the_offsets_of_the_new_owner"),
                    MESSAGING.in(
                            "kafka/MemberConsumer.java",
                            "            progress.giveUp(partitions);\n            receiver.onPartitionsLost(partitions);\n            progress.forget(partitions);\n",
                            "            receiver.onPartitionsLost(partitions);\n")));

    private MessagingProtections() {}
}
