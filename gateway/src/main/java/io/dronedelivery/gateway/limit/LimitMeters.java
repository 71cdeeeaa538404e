package io.dronedelivery.gateway.limit;

import io.dronedelivery.gateway.settings.Priority;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** The meters {@code gateway.limit} and those whose names begin with {@code gateway.limit.}. */
public final class LimitMeters {

    /** The place of the limit of all requests, which no backend may be called. */
    public static final String REQUESTS = "requests";

    private LimitMeters() {}

    /** @param place what the limit is for: a backend's name, or {@link #REQUESTS} */
    public static void bind(ConcurrencyLimit limit, String place, MeterRegistry meters) {
        Gauge.builder("gateway.limit", limit, ConcurrencyLimit::limit)
                .description("places: the most calls of a backend, or requests, in progress at once")
                .tag("place", place)
                .register(meters);
        Gauge.builder("gateway.limit.in.flight", limit, ConcurrencyLimit::inFlight)
                .description("places in use")
                .tag("place", place)
                .register(meters);
        Gauge.builder("gateway.limit.waiting", limit, ConcurrencyLimit::waiting)
                .description("requests that wait for a place")
                .tag("place", place)
                .register(meters);
        FunctionTimer.builder(
                        "gateway.limit.wait",
                        limit,
                        ConcurrencyLimit::waits,
                        ConcurrencyLimit::waitedNanos,
                        TimeUnit.NANOSECONDS)
                .description("how long requests have waited that found no place at once, whether they got one or not")
                .tag("place", place)
                .register(meters);
        for (Priority priority : Priority.values()) {
            for (Entry cause : Entry.values()) {
                if (cause.isRefusal()) {
                    FunctionCounter.builder("gateway.limit.refused", limit, it -> it.refused(priority, cause))
                            .description("requests refused by cause: limit-reached (no request may wait), queue-full,"
                                    + " too-late")
                            .tags("place", place, "cause", cause.cause())
                            .tag("priority", priority.name().toLowerCase(Locale.ROOT))
                            .register(meters);
                }
            }
        }
    }
}
