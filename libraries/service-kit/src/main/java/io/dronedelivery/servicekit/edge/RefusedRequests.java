package io.dronedelivery.servicekit.edge;

import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * The meter {@code http.server.refused}: what is refused before anything is asked that records requests. Connections beyond their number
 * count as well. It counts by itself, since the server is there before the registry of meters. Any thread may call it.
 */
final class RefusedRequests implements MeterBinder {

    private final Map<ProblemType, LongAdder> byType = new EnumMap<>(ProblemType.class);

    RefusedRequests() {
        for (ProblemType type : new ProblemType[] {
            ProblemType.INVALID_REQUEST,
            ProblemType.UNAUTHENTICATED,
            ProblemType.FORBIDDEN,
            ProblemType.REQUEST_TIMEOUT,
            ProblemType.PAYLOAD_TOO_LARGE,
            ProblemType.URI_TOO_LONG,
            ProblemType.HEADERS_TOO_LARGE,
            ProblemType.UNAVAILABLE
        }) {
            byType.put(type, new LongAdder());
        }
    }

    /** Counts one, and gives it back. */
    ProblemException count(ProblemException refusal) {
        LongAdder count = byType.get(refusal.type());
        if (count == null) {
            throw new IllegalArgumentException("no counter of " + refusal.type().slug());
        }
        count.increment();
        return refusal;
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        byType.forEach((type, count) -> FunctionCounter.builder("http.server.refused", count, LongAdder::doubleValue)
                .description("requests and connections of both ports that were refused before any handler was called;"
                        + " hardly any of them are in http.server.requests")
                .tag("problem", type.slug())
                .register(meters));
    }
}
