package io.dronedelivery.drone.telemetry;

import io.cloudevents.CloudEvent;
import io.cloudevents.CloudEventData;
import io.cloudevents.core.v1.CloudEventV1;
import io.cloudevents.types.Time;
import io.dronedelivery.drone.archive.Archive;
import io.dronedelivery.drone.archive.ArchiveBatch;
import io.dronedelivery.drone.telemetry.TelemetryStatus.MemberStatus;
import io.dronedelivery.messaging.event.DependencyUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.event.InvalidEventException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/**
 * Telemetry from Service Bus, message by message. A lane receives the next message when the last one is settled. So the archive makes the
 * messages of all lanes durable as soon as no more of them wait. Messages that are no telemetry become dead letters, as all events do. Any
 * thread may call it.
 */
final class ServiceBusStream implements TelemetrySource {

    private final DroneTelemetryProperties settings;
    private final Archive archive;
    private final LatestPositions positions;
    private final StreamFigures figures;
    private final TelemetryDecoder decoder = new TelemetryDecoder();

    ServiceBusStream(
            DroneTelemetryProperties settings, Archive archive, LatestPositions positions, StreamFigures figures) {
        this.settings = settings;
        this.archive = archive;
        this.positions = positions;
        this.figures = figures;
    }

    EventSubscription subscription() {
        return EventSubscription.of(settings.channel(), settings.group())
                .on(MessageReader.TYPE, MessageReader.VERSION, this::take);
    }

    /** Completes when the message is durable. */
    private Mono<Void> take(CloudEvent event) {
        return Mono.defer(() -> {
            long now = StreamFigures.now();
            DroneTelemetry telemetry = decode(event);
            positions.update(telemetry);
            long processed = StreamFigures.now();
            long[] created = {telemetry.createdMicros()};
            OneMessage message = new OneMessage(line(event), created);
            if (!archive.offer(message)) {
                return Mono.error(notNow(archive.trouble()));
            }
            figures.received.increment();
            figures.receivedLeg.record(now, created, 1);
            figures.processed.increment();
            figures.processedLeg.record(processed, created, 1);
            return message.end.asMono();
        });
    }

    private DroneTelemetry decode(CloudEvent event) {
        try {
            return decoder.decode(data(event));
        } catch (RejectedException e) {
            figures.rejected.increment();
            throw new InvalidEventException("The event's data is not as expected: " + e.getMessage(), e);
        }
    }

    private static byte[] data(CloudEvent event) {
        CloudEventData data = event.getData();
        return data == null ? new byte[0] : data.toBytes();
    }

    private static LineBuffer line(CloudEvent event) {
        byte[] data = data(event);
        LineBuffer line = new LineBuffer(data.length + 512);
        line.begin();
        for (String name : event.getAttributeNames()) {
            Object value = event.getAttribute(name);
            if (value != null && !name.equals(CloudEventV1.DATACONTENTTYPE)) {
                line.attribute(name, text(value));
            }
        }
        for (String name : event.getExtensionNames()) {
            Object value = event.getExtension(name);
            if (value != null && !name.equals(LineBuffer.REJECTED)) {
                line.attribute(name, text(value));
            }
        }
        line.json(data);
        line.end();
        return line;
    }

    private static byte[] text(Object value) {
        String text = value instanceof OffsetDateTime time ? Time.writeTime(time) : value.toString();
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static DependencyUnavailableException notNow(@Nullable String why) {
        String reason = why == null ? "as much as is kept waits to be written" : why;
        return new DependencyUnavailableException(
                "Telemetry cannot be archived now: " + reason, new IllegalStateException(reason));
    }

    @Override
    public Mono<List<MemberStatus>> members() {
        return Mono.just(List.of());
    }

    @Override
    public Mono<Long> lag() {
        return Mono.just(-1L);
    }

    /** A message that is not settled yet. */
    private final class OneMessage implements ArchiveBatch {

        private final LineBuffer line;
        private final long[] created;
        private final Sinks.Empty<Void> end = Sinks.empty();

        OneMessage(LineBuffer line, long[] created) {
            this.line = line;
            this.created = created;
        }

        @Override
        public byte[] bytes() {
            return line.bytes();
        }

        @Override
        public int length() {
            return line.length();
        }

        @Override
        public int messages() {
            return 1;
        }

        @Override
        public boolean urgent() {
            return true;
        }

        @Override
        public void durable() {
            figures.archived.increment();
            figures.archivedLeg.record(StreamFigures.now(), created, 1);
            end.tryEmitEmpty();
        }

        @Override
        public void written() {}

        /** The broker delivers the message again, and it counts as received again. */
        @Override
        public void discarded() {
            figures.repeated.increment();
            end.tryEmitError(notNow(archive.trouble()));
        }
    }
}
