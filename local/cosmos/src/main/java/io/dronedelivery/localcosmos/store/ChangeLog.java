package io.dronedelivery.localcosmos.store;

import java.util.List;

/** Where a container's changes are kept. Called under a partition's lock, in the order of its changes: must not block. */
@FunctionalInterface
public interface ChangeLog {
    /** Keeps nothing, and says so at once. */
    ChangeLog NONE = (changes, receipt) -> receipt.kept();

    /**
     * Takes changes that are kept together or not at all. A log tells what became of them in the order in which it took them; once it has
     * refused some, it refuses all that come after them.
     *
     * @param receipt is told exactly once, on any thread, also before this method returns
     */
    void append(List<Change> changes, Receipt receipt);

    /** Learns, before the first changes come, whose they are. */
    default void serve(Container container) {}

    /** Hears what became of changes. */
    interface Receipt {
        /** They survive the death of the process from now on. */
        void kept();

        void refused(ServiceException reason);
    }
}
