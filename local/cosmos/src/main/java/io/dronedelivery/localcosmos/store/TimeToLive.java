package io.dronedelivery.localcosmos.store;

import java.time.InstantSource;
import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * How long the documents of a container live after their last write: their own {@code ttl}, or the container's {@code defaultTtl}. Without a
 * {@code defaultTtl} no document expires. Thread-safe.
 */
final class TimeToLive {
    /** A container without {@code defaultTtl}. */
    static final int OFF = 0;
    /** A document without {@code ttl}. */
    static final int NONE = 0;

    private final InstantSource clock;
    private volatile int byDefault;

    /** @param byDefault seconds, -1 for documents that live for ever unless they have a {@code ttl}, or {@link #OFF} */
    TimeToLive(InstantSource clock, int byDefault) {
        this.clock = clock;
        this.byDefault = byDefault;
    }

    void change(int seconds) {
        byDefault = seconds;
    }

    boolean isOn() {
        return byDefault != OFF;
    }

    /** Whether a document's time is over, so that no reader sees it any more. */
    boolean hasExpired(DocumentVersion document) {
        int seconds = byDefault;
        return seconds != OFF && document.livesUntil(seconds) < clock.instant().getEpochSecond();
    }

    /** The documents that have not expired, in their order. */
    List<DocumentVersion> living(List<DocumentVersion> documents) {
        int seconds = byDefault;
        if (seconds == OFF) {
            return documents;
        }
        long now = clock.instant().getEpochSecond();
        return documents.stream()
                .filter(document -> document.livesUntil(seconds) >= now)
                .toList();
    }

    /** @throws ServiceException 400 for a {@code ttl} that has no meaning, where documents expire */
    void check(byte[] document) {
        if (!isOn()) {
            return;
        }
        JsonNode ttl = member(document);
        if (!ttl.isMissingNode() && !ttl.isNull() && !isValid(ttl)) {
            throw ServiceException.badRequest("The input ttl '" + Json.text(ttl, "")
                    + "' is invalid. Ensure to provide a nonzero positive integer less than or equal to '"
                    + Integer.MAX_VALUE + "', or -1 which means never expire.");
        }
    }

    static boolean isValid(JsonNode seconds) {
        return seconds.isIntegralNumber()
                && seconds.canConvertToInt()
                && (seconds.intValue() > 0 || seconds.intValue() == -1);
    }

    /** The {@code ttl} of a stored document in seconds, or {@link #NONE}. */
    static int of(byte[] document) {
        JsonNode ttl = member(document);
        return isValid(ttl) ? ttl.intValue() : NONE;
    }

    private static JsonNode member(byte[] document) {
        return new Members(document).node("ttl");
    }
}
