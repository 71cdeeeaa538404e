package io.dronedelivery.gateway.telemetry;

import io.dronedelivery.gateway.settings.BaseUrl;
import org.jspecify.annotations.Nullable;

/**
 * What the spans of all calls to one target have in common.
 *
 * @param method such as {@code GET}
 * @param path the path's template at the backend, so that calls of one kind have one name
 * @param backend its name in the configuration
 * @param origin where the backend is
 * @param part the part of an aggregate that it is for; null when it is for none
 * @param absenceIsAnswer whether a 404 is an answer like any other
 */
public record CallDescription(
        String method,
        String path,
        String backend,
        BaseUrl origin,
        @Nullable String part,
        boolean absenceIsAnswer) {

    String name() {
        return method + ' ' + path;
    }
}
