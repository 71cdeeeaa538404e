package io.dronedelivery.localcosmos.store;

import org.jspecify.annotations.Nullable;

/**
 * The result of an operation.
 *
 * @param status HTTP status
 * @param charge request units
 * @param document the version read or written; null after a deletion, a 304 or a failure
 * @param etag of the version read, written or found unchanged
 * @param failure why it failed, or null
 */
public record OperationOutcome(
        int status,
        double charge,
        @Nullable DocumentVersion document,
        @Nullable String etag,
        @Nullable ServiceException failure) {

    static OperationOutcome of(int status, double charge, DocumentVersion document) {
        return new OperationOutcome(status, charge, document, document.etag(), null);
    }

    static OperationOutcome withoutDocument(int status, double charge, @Nullable String etag) {
        return new OperationOutcome(status, charge, null, etag, null);
    }

    public static OperationOutcome failed(double charge, ServiceException failure) {
        return new OperationOutcome(failure.status(), charge, null, null, failure);
    }

    /** The outcome of an operation in a batch where another one failed. */
    static OperationOutcome failedDependency() {
        return new OperationOutcome(424, 0, null, null, null);
    }

    public boolean isSuccess() {
        return status < 400;
    }

    public int subStatus() {
        return failure == null ? 0 : failure.subStatus();
    }
}
