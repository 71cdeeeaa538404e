package io.dronedelivery.localapplicationinsights.store;

import io.dronedelivery.localapplicationinsights.telemetry.TelemetryContext;
import io.dronedelivery.localapplicationinsights.telemetry.TelemetryItem;

/** Estimates the memory of an item: texts by their length, objects by their typical size. */
final class ItemSize {
    private static final int OBJECTS = 400;
    private static final int TEXT = 40;
    private static final int ENTRY = 2 * TEXT + 16;

    private ItemSize() {}

    static long of(TelemetryItem item) {
        return OBJECTS + of(item.context()) + ofContent(item);
    }

    private static long of(TelemetryContext context) {
        long bytes = of(
                context.operationId(),
                context.operationName(),
                context.parentId(),
                context.role(),
                context.roleInstance(),
                context.userId(),
                context.sessionId());
        for (var dimension : context.customDimensions().entrySet()) {
            bytes += ENTRY + dimension.getKey().length() + dimension.getValue().length();
        }
        return bytes;
    }

    private static long ofContent(TelemetryItem item) {
        if (item instanceof TelemetryItem.Request request) {
            return of(request.id(), request.name(), request.resultCode(), request.url(), request.source());
        }
        if (item instanceof TelemetryItem.Dependency call) {
            return of(call.id(), call.name(), call.type(), call.target(), call.data(), call.resultCode());
        }
        if (item instanceof TelemetryItem.Failure failure) {
            return of(failure.type(), failure.message(), failure.stack());
        }
        return of(item.name());
    }

    private static long of(String... texts) {
        long bytes = 0;
        for (String text : texts) {
            bytes += TEXT + text.length();
        }
        return bytes;
    }
}
