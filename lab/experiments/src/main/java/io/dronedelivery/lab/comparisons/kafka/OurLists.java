package io.dronedelivery.lab.comparisons.kafka;

import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import reactor.core.CoreSubscriber;

/**
 * The publisher of {@code messaging}, which gets lists as the relay of an outbox has them. Events of different keys are sent together; within
 * a key the next one waits for the broker's answer.
 */
final class OurLists implements Contender {

    /** What waits for the broker again and again sends fewer records, so that a round does not take minutes. */
    private static final int ONE_KEY_SHARE = 10;

    private final String bootstrapServers;
    private final int inFlight;
    private final int size;
    private final Duration linger;
    private final boolean oneKey;
    private final List<List<OutboundEvent>> lists;

    /** @param oneKey whether all events of a list have the same key, or each another one */
    OurLists(String bootstrapServers, String topic, PublisherRateOptions options, boolean oneKey) {
        this.bootstrapServers = bootstrapServers;
        this.inFlight = options.inFlight();
        this.size = options.list();
        this.linger = options.linger();
        this.oneKey = oneKey;
        List<OutboundEvent> events = OurPublisher.events(topic, options.bytes());
        this.lists = IntStream.range(0, events.size())
                .mapToObj(first -> oneKey
                        ? Collections.nCopies(size, events.get(first))
                        : IntStream.range(first, first + size)
                                .mapToObj(index -> events.get(index % events.size()))
                                .toList())
                .toList();
    }

    @Override
    public String title() {
        return "publisher of messaging, lists of %d, %s".formatted(size, oneKey ? "one key in each" : "a key each");
    }

    @Override
    public ContenderRound send(int records) throws IOException, InterruptedException {
        int count = Math.max(1, records / size / (oneKey ? ONE_KEY_SHARE : 1));
        try (PublisherUnderTest underTest = new PublisherUnderTest(bootstrapServers, inFlight, linger)) {
            EventPublisher publisher = underTest.publisher();
            Answers answers = new Answers(inFlight / size);
            long start = System.nanoTime();
            for (int n = 0; n < count; n++) {
                CoreSubscriber<Void> answer = answers.next();
                publisher.publishAll(lists.get(n % lists.size())).subscribe(answer);
            }
            Histogram micros = answers.all();
            return ContenderRound.of(count * size, start, micros);
        }
    }
}
