package io.dronedelivery.requestreply;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.function.Supplier;

/** The meters {@code jobs.*} of one queue, tagged with its name and its design. */
final class JobMeters {

    private final MeterRegistry registry;
    private final Tags tags;

    JobMeters(MeterRegistry registry, String queue, String design) {
        this.registry = registry;
        this.tags = Tags.of("queue", queue, "design", design);
    }

    Tags tags() {
        return tags;
    }

    ReadableCounter count(String name, String description) {
        return new ReadableCounter(Counter.builder("jobs." + name)
                .description(description)
                .tags(tags)
                .register(registry));
    }

    void gauge(String name, String description, Supplier<Number> value) {
        Gauge.builder("jobs." + name, value).description(description).tags(tags).register(registry);
    }

    Times times(String name, String description) {
        return new Times(Timer.builder("jobs." + name)
                .description(description)
                .tags(tags)
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofNanos(100_000))
                .maximumExpectedValue(Duration.ofMinutes(1))
                .register(registry));
    }

    Times times(String name, String description, String outcome) {
        return new Times(Timer.builder("jobs." + name)
                .description(description)
                .tags(tags.and("outcome", outcome))
                .register(registry));
    }
}
