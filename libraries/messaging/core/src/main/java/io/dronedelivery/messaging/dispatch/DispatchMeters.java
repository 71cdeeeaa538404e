package io.dronedelivery.messaging.dispatch;

import io.dronedelivery.messaging.event.BrokerConnections.ConnectionCounts;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/** The meters {@code messaging.dispatch.*}. All of them read existing counters, so they add no cost to a message. */
record DispatchMeters(DispatchQueue queue, LongAdder refused) implements MeterBinder {

    private static final String SINK = "messaging.dispatch.sink";

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "queued",
                "Messages that wait for their turn",
                q -> q.occupancy().queued());
        gauge(registry, "inflight", "Messages on their way", q -> q.occupancy().inflight());
        gauge(registry, "concurrency", "How many messages may be on their way", DispatchQueue::concurrency);
        gauge(
                registry,
                "capacity",
                "How many messages may wait",
                q -> q.occupancy().capacity());
        FunctionCounter.builder("messaging.dispatch.refused", refused, LongAdder::sum)
                .description("Messages for which there was no room")
                .register(registry);
        FunctionCounter.builder("messaging.dispatch.errors", queue.errors(), ErrorLog::messages)
                .description("Messages given up after their last attempt")
                .register(registry);
        FunctionTimer.builder(
                        "messaging.dispatch.duration",
                        queue.latency(),
                        LatencyTable::count,
                        LatencyTable::sumMicros,
                        TimeUnit.MICROSECONDS)
                .description("From admission to the last sink's acknowledgement")
                .register(registry);
        FunctionTimer.builder(
                        "messaging.dispatch.wait",
                        queue.waitTime(),
                        WaitTime::messages,
                        WaitTime::nanos,
                        TimeUnit.NANOSECONDS)
                .description("From the message's arrival in the queue to its start")
                .register(registry);
        queue.writers().forEach(writer -> bind(registry, writer));
    }

    private void gauge(MeterRegistry registry, String name, String description, ToDoubleFunction<DispatchQueue> value) {
        Gauge.builder("messaging.dispatch." + name, queue, value)
                .description(description)
                .register(registry);
    }

    private static void bind(MeterRegistry registry, SinkWriter writer) {
        Gauge.builder(SINK + ".inflight", writer, SinkWriter::inflight)
                .description("Messages that the sink has been given and has not acknowledged")
                .tag("sink", writer.name())
                .register(registry);
        counter(registry, writer, "written", "Messages that the sink has acknowledged", writer.written());
        counter(
                registry,
                writer,
                "errors",
                "Messages that the sink does not have after their last attempt",
                writer.errors());
        counter(registry, writer, "retries", "Messages' attempts after their first", writer.retries());
        if (writer.sink().connections() != null) {
            bindConnections(registry, writer);
        }
    }

    private static void counter(
            MeterRegistry registry, SinkWriter writer, String name, String description, LongAdder count) {
        FunctionCounter.builder(SINK + "." + name, count, LongAdder::sum)
                .description(description)
                .tag("sink", writer.name())
                .register(registry);
    }

    private static void bindConnections(MeterRegistry registry, SinkWriter writer) {
        Gauge.builder(SINK + ".connections.open", writer, l -> of(l, ConnectionCounts::open))
                .description("Connections that are open")
                .tag("sink", writer.name())
                .register(registry);
        FunctionCounter.builder(SINK + ".connections.opened", writer, l -> of(l, ConnectionCounts::opened))
                .description("Connections opened since the start")
                .tag("sink", writer.name())
                .register(registry);
    }

    private static double of(SinkWriter writer, ToDoubleFunction<ConnectionCounts> figure) {
        ConnectionCounts now = writer.sink().connections();
        return now == null ? 0 : figure.applyAsDouble(now);
    }
}
