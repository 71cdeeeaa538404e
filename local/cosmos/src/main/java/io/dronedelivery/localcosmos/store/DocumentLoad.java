package io.dronedelivery.localcosmos.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Documents on their way into a container without a call: checked and created as those of a client, but charged to nobody. They are
 * collected for each physical partition, so that its lock and the journal are asked for many at a time. For one thread, which waits for
 * the journal.
 */
public final class DocumentLoad {
    private static final int TOGETHER = 256;

    private final Container container;
    private final List<Mates> mates;
    private long added;
    private long refusedAt;

    /** Documents that wait for the others of their partition, and the place of each in the whole load. */
    private record Mates(PhysicalPartition partition, List<Operation> operations, List<Long> places) {
        void clear() {
            operations.clear();
            places.clear();
        }
    }

    public DocumentLoad(Container container) {
        this.container = container;
        this.mates = container.partitions().stream()
                .map(partition -> new Mates(partition, new ArrayList<>(TOGETHER), new ArrayList<>(TOGETHER)))
                .toList();
    }

    /**
     * Takes one document.
     *
     * @throws ServiceException when it, or one of those that were waiting, is refused
     */
    public void add(byte[] document) {
        refusedAt = added;
        DocumentScanner.Scanned scanned = container.scanner().scan(document);
        Mates waiting =
                mates.get(container.partitionOf(scanned.key().partitionKey()).index());
        waiting.operations().add(new Operation.Create(scanned));
        waiting.places().add(added++);
        if (waiting.operations().size() == TOGETHER) {
            create(waiting);
        }
    }

    /**
     * Creates those that are still waiting.
     *
     * @return how many documents there were; all of them are in the journal, if there is one
     * @throws ServiceException when one of them is refused
     */
    public long finish() {
        mates.forEach(this::create);
        return added;
    }

    /** Which document an exception was about, counted from 0. */
    public long refusedAt() {
        return refusedAt;
    }

    private void create(Mates together) {
        PhysicalPartition.Results results = together.partition().executeEach(together.operations());
        results.safe().block();
        for (int i = 0; i < results.outcomes().size(); i++) {
            ServiceException failure = results.outcomes().get(i).failure();
            if (failure != null) {
                refusedAt = together.places().get(i);
                throw failure;
            }
        }
        together.clear();
    }
}
