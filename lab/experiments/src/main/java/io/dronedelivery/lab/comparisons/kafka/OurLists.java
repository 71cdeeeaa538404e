package io.dronedelivery.lab.comparisons.kafka;

import io.dronedelivery.messaging.event.OutboundEvent;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The publisher of {@code messaging}, which gets lists as the relay of an outbox has them. Events of different keys are sent together; within
 * a key the next one waits for the broker's answer.
 */
final class OurLists implements Contender {

    /** What waits for the broker again and again sends fewer records, so that a round does not take minutes. */
    private static final int ONE_KEY_SHARE = 10;

    private final String bootstrapServers;
    private final PublisherRateOptions options;
    private final boolean oneKey;
    private final List<List<OutboundEvent>> lists;

    /** @param oneKey whether all events of a list have the same key, or each another one */
    OurLists(String bootstrapServers, String topic, PublisherRateOptions options, boolean oneKey) {
        this.bootstrapServers = bootstrapServers;
        this.options = options;
        this.oneKey = oneKey;
        List<OutboundEvent> events = OurPublisher.events(topic, options.bytes());
        this.lists = IntStream.range(0, events.size())
                .mapToObj(first -> oneKey
                        ? Collections.nCopies(options.list(), events.get(first))
                        : IntStream.range(first, first + options.list())
                                .mapToObj(index -> events.get(index % events.size()))
                                .toList())
                .toList();
    }

    @Override
    public String title() {
        return "publisher of messaging, lists of %d, %s"
                .formatted(options.list(), oneKey ? "one key in each" : "a key each");
    }

    @Override
    public ContenderRound send(int records) throws IOException, InterruptedException {
        int calls = Math.max(1, records / options.list() / (oneKey ? ONE_KEY_SHARE : 1));
        return PublisherUnderTest.publish(
                bootstrapServers,
                options,
                calls,
                options.list(),
                publisher -> n -> publisher.publishAll(lists.get(n % lists.size())));
    }
}
