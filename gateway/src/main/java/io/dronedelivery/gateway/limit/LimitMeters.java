package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;

/** The meters {@code gateway.limit}, {@code gateway.limit.in.flight} and {@code gateway.limit.refused}. */
public final class LimitMeters {

    /** The place of the limit of all requests, which no backend may be called. */
    public static final String REQUESTS = "requests";

    private LimitMeters() {}

    /** @param place what the limit is for: a backend's name, or {@link #REQUESTS} */
    public static void bind(ConcurrencyLimit limit, String place, MeterRegistry meters) {
        Gauge.builder("gateway.limit", limit, ConcurrencyLimit::limit)
                .description("how many may be in progress at once")
                .tag("place", place)
                .register(meters);
        Gauge.builder("gateway.limit.in.flight", limit, ConcurrencyLimit::inFlight)
                .description("how many are in progress")
                .tag("place", place)
                .register(meters);
        for (Priority priority : Priority.values()) {
            FunctionCounter.builder("gateway.limit.refused", limit, it -> it.refused(priority))
                    .description("how many were refused because of the limit")
                    .tags("place", place, "priority", priority.name().toLowerCase(Locale.ROOT))
                    .register(meters);
        }
    }
}
