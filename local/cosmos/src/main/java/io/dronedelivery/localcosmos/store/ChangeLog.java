package io.dronedelivery.localcosmos.store;

import java.util.List;

/** Stores a container's changes. Called under a partition's lock, in the order of its changes, so it must not block. */
@FunctionalInterface
public interface ChangeLog {
    /** Stores nothing, and confirms at once. */
    ChangeLog NONE = (changes, receipt) -> receipt.kept();

    /**
     * Stores changes together or not at all. Receipts are called in the order of the calls. After a refusal all later changes are refused.
     *
     * @param receipt called exactly once, on any thread, maybe before this method returns
     */
    void append(List<Change> changes, Receipt receipt);

    /** Sets the container of the changes. Called before the first changes. */
    default void serve(Container container) {}

    /** Receives the result of an append. */
    interface Receipt {
        /** The changes now survive the end of the process. */
        void kept();

        void refused(ServiceException reason);
    }
}
