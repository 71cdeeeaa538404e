package io.dronedelivery.localcosmos.store;

import java.util.ArrayList;
import java.util.List;

/**
 * Loads documents into a container without calls. They are checked and created like those of a client, but not charged. They are collected
 * for each physical partition, so that one lock and one journal write serve many. For one thread, which waits for the journal.
 */
public final class DocumentLoad {
    private static final int TOGETHER = 256;

    private final Container container;
    private final List<Mates> mates;
    private long added;
    private long refusedAt;

    /** Documents that wait for others of their partition, and their places in the whole load. */
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
     * Adds one document.
     *
     * @throws ServiceException when this document, or a waiting one, is refused
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
     * Creates the waiting documents.
     *
     * @return number of all documents; the journal, if there is one, has them
     * @throws ServiceException when one of them is refused
     */
    public long finish() {
        mates.forEach(this::create);
        return added;
    }

    /** The place of a refused document, counted from 0. */
    public long refusedAt() {
        return refusedAt;
    }

    private void create(Mates together) {
        PhysicalPartition.PartitionResults results = together.partition().executeEach(together.operations());
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
