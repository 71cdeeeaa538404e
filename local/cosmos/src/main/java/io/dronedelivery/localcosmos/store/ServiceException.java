package io.dronedelivery.localcosmos.store;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** An error answer of the service: HTTP status, sub status, error code and a message for the caller. */
public final class ServiceException extends RuntimeException {
    private final int status;
    private final int subStatus;
    private final String code;
    private final @Nullable String info;

    private ServiceException(int status, int subStatus, String code, String message) {
        this(status, subStatus, code, message, null);
    }

    private ServiceException(int status, int subStatus, String code, String message, @Nullable String info) {
        super(message, null, false, false); // an answer and not a defect, so without a stack trace
        this.status = status;
        this.subStatus = subStatus;
        this.code = code;
        this.info = info;
    }

    public static ServiceException badRequest(String message) {
        return new ServiceException(400, 0, "BadRequest", message);
    }

    /**
     * Refuses a feature that the real service has and this one does not.
     *
     * @param what the subject of the message's sentence
     */
    public static ServiceException notModelled(String what) {
        return badRequest(what + " is not modelled by LocalCosmos.");
    }

    /** The partition key sent with a document differs from the one inside it. */
    public static ServiceException partitionKeyMismatch() {
        return partitionKeyMismatch(
                "PartitionKey extracted from document doesn't match the one specified in the header.");
    }

    /** The partition key does not fit the container's definition. A client reads the definition again and then repeats the call. */
    public static ServiceException partitionKeyMismatch(String message) {
        return new ServiceException(400, 1001, "BadRequest", message);
    }

    public static ServiceException unauthorized(String message) {
        return new ServiceException(401, 0, "Unauthorized", message);
    }

    public static ServiceException forbidden(String message) {
        return new ServiceException(403, 0, "Forbidden", message);
    }

    public static ServiceException partitionKeyFull() {
        return new ServiceException(403, 1014, "Forbidden", "Partition key reached maximum size of 20 GB.");
    }

    /** The client then reads the account again and calls the region that accepts writes. */
    public static ServiceException writeForbidden(String region) {
        return new ServiceException(
                403, 3, "Forbidden", "The requested operation cannot be performed at this region: " + region + ".");
    }

    public static ServiceException notFound(String what) {
        return new ServiceException(404, 0, "NotFound", "Resource Not Found: " + what + " does not exist.");
    }

    /**
     * The requested resource cannot exist, because its parent does not.
     *
     * @param what the subject of the message's sentence
     */
    public static ServiceException ownerNotFound(String what) {
        return new ServiceException(404, 1003, "NotFound", "Owner resource does not exist: " + what + ".");
    }

    /** The client's collection was deleted and recreated, so the client must look its name up again. */
    public static ServiceException collectionRecreated() {
        return new ServiceException(
                400,
                1024,
                "BadRequest",
                "Collection rid in x-ms-cosmos-intended-collection-rid is not the current one.");
    }

    /**
     * A query whose rows the client must combine.
     *
     * @param plan the query plan; the client finds it in the answer and need not request it
     */
    public static ServiceException crossPartitionNotServable(ObjectNode plan) {
        return new ServiceException(
                400,
                1004,
                "BadRequest",
                "The provided cross partition query can not be directly served by the gateway: the client has to query each partition"
                        + " by its plan, which is in additionalErrorInfo.",
                plan.toString());
    }

    public static ServiceException readSessionNotAvailable(long asked, long reached) {
        return new ServiceException(
                404,
                1002,
                "NotFound",
                "The read session is not available for the input session token: LSN " + asked + " was asked for, "
                        + reached + " is the latest.");
    }

    public static ServiceException methodNotAllowed(String message) {
        return new ServiceException(405, 0, "MethodNotAllowed", message);
    }

    public static ServiceException conflict(String message) {
        return new ServiceException(409, 0, "Conflict", message);
    }

    public static ServiceException partitionGone(String rangeId) {
        return new ServiceException(
                410, 1002, "Gone", "The partition key range " + rangeId + " does not exist in this container.");
    }

    public static ServiceException preconditionFailed() {
        return new ServiceException(
                412,
                0,
                "PreconditionFailed",
                "Operation cannot be performed because one of the specified precondition is not met.");
    }

    public static ServiceException tooLarge(String message) {
        return new ServiceException(413, 0, "RequestEntityTooLarge", message);
    }

    public static ServiceException unavailable(String message) {
        return new ServiceException(503, 0, "ServiceUnavailable", message);
    }

    public int status() {
        return status;
    }

    public int subStatus() {
        return subStatus;
    }

    public String code() {
        return code;
    }

    /** The information with which a client continues, as JSON, or null. */
    public @Nullable String additionalErrorInfo() {
        return info;
    }

    public String message() {
        return Objects.requireNonNull(getMessage());
    }
}
