package io.dronedelivery.localapplicationinsights.ingestion;

import io.dronedelivery.localapplicationinsights.telemetry.Telemetry;
import java.util.List;

/**
 * What became of a post.
 *
 * @param itemsReceived envelopes in it
 * @param items those that were taken
 * @param errors of those that were not
 */
public record TrackResult(int itemsReceived, List<Telemetry> items, List<ItemError> errors) {

    /**
     * Why an envelope was not taken.
     *
     * @param index of the envelope in the post
     * @param statusCode 400: a sender must not try it again
     */
    public record ItemError(int index, int statusCode, String message) {}

    public int itemsAccepted() {
        return itemsReceived - errors.size();
    }

    /** All taken 200, some 206, none 400. */
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
