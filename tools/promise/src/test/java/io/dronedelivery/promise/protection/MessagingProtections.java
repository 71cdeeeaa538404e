package io.dronedelivery.promise.protection;

import java.util.List;

/** Of the order of events, and from consumers that have stopped or been replaced. */
final class MessagingProtections {

    private static final TestedModule MESSAGING = new TestedModule("libraries/messaging", "io.dronedelivery.messaging");

    static final List<Protection> ALL = List.of(
            new Protection(
                    9,
                    "an application is well though nothing comes in",
                    MESSAGING.test("health.ConsumersHealthTest#one_is_down_when_nothing_comes_in"),
                    MESSAGING.in(
                            "health/ConsumersHealth.java",
                            "if (trouble == null && state.paused().isEmpty())",
                            "if (state.paused().isEmpty())")),
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
                    MESSAGING.in("kafka/PartitionProgress.java", "first != null && first.done;", "first != null;")));

    private MessagingProtections() {}
}
