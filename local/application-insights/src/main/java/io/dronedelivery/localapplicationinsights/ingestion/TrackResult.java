package io.dronedelivery.localapplicationinsights.ingestion;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;
import java.util.List;

/**
 * The result of a post.
 *
 * @param itemsReceived number of envelopes in the post
 * @param errors one for each refused envelope
 */
public record TrackResult(int itemsReceived, List<TelemetryItem> items, List<ItemError> errors) {

    /**
     * Why an envelope was refused.
     *
     * @param index of the envelope in the post
     * @param statusCode 400: the sender must not retry
     */
    public record ItemError(int index, int statusCode, String message) {}

    public int itemsAccepted() {
        return itemsReceived - errors.size();
    }

    /** 200 when all envelopes were accepted, 206 for some, 400 for none. */
    public int status() {
        if (errors.isEmpty()) {
            return 200;
        }
        return itemsAccepted() == 0 ? 400 : 206;
    }

    static TrackResult refused(String message) {
        return new TrackResult(1, List.of(), List.of(new ItemError(0, 400, message)));
    }
}
