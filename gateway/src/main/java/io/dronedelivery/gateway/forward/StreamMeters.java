package io.dronedelivery.gateway.forward;

import io.dronedelivery.gateway.backend.stream.StreamEnd;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** How many streams of one forward are open, and how long each was, by its end. */
final class StreamMeters {

    private final StreamPlaces places;
    private final Map<StreamEnd, Timer> byEnd = new EnumMap<>(StreamEnd.class);

    StreamMeters(MeterRegistry meters, Forward forward, Forward.Stream limits) {
        this.places = new StreamPlaces(limits.max());
        Tags tags =
                Tags.of("forward", forward.name(), "backend", forward.backend().name());
        Gauge.builder("gateway.forward.streams", places, StreamPlaces::taken)
                .description("streams that are open or being opened")
                .tags(tags)
                .register(meters);
        for (StreamEnd end : StreamEnd.values()) {
            byEnd.put(
                    end,
                    Timer.builder("gateway.forward.stream")
                            .description(
                                    "time from the head of a stream's answer to its end; end is backend, broken, idle,"
                                            + " longest, yielded, shutdown or caller")
                            .tags(tags.and("end", end.name().toLowerCase(Locale.ROOT)))
                            .register(meters));
        }
    }

    StreamPlaces places() {
        return places;
    }

    void record(StreamEnd end, long nanos) {
        Timer timer = byEnd.get(end);
        if (timer != null) {
            timer.record(nanos, TimeUnit.NANOSECONDS);
        }
    }
}
