package io.dronedelivery.messaging.servicebus;

import com.azure.messaging.servicebus.ServiceBusMessage;
import io.cloudevents.CloudEventData;
import io.dronedelivery.messaging.event.BrokerConnections;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventPublisher;
import io.dronedelivery.messaging.event.OutboundEvent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;

/**
 * Publishes through the SDK's senders. The binder's own producer is not used: it tells of failures on a channel aside, and it opens a
 * connection for each destination.
 */
final class ServiceBusEventPublisher implements EventPublisher, BrokerConnections {

    /** What a message takes besides its data; only the data can be large. */
    private static final int OVERHEAD_BYTES = 1024;

    private record Lane(String channel, String session) {}

    private final ServiceBusProperties settings;
    private final SenderPool pool;
    private final Lanes lanes;
    private final Map<Lane, LaneQueue> queues = new ConcurrentHashMap<>();
    private final AtomicInteger underWay = new AtomicInteger();

    ServiceBusEventPublisher(ServiceBusProperties settings, SenderPool pool) {
        this.settings = settings;
        this.pool = pool;
        this.lanes = new Lanes(settings.lanes());
    }

    @Override
    public Mono<Void> publish(OutboundEvent event) {
        if (isOneByOne()) {
            return Mono.defer(() -> {
                String session = lanes.of(event.key());
                return pool.send(event.channel(), List.of(CloudEventMessages.write(event.event(), session)));
            });
        }
        return Mono.create(sink -> {
            LaneQueue queue = offer(event, sink);
            if (queue != null) {
                queue.drain();
            }
        });
    }

    @Override
    public Mono<Void> publishAll(List<OutboundEvent> events) {
        if (isOneByOne()) {
            return Flux.fromIterable(events)
                    .groupBy(event -> new Lane(event.channel(), lanes.of(event.key())), Math.max(1, events.size()))
                    .flatMap(lane -> lane.concatMap(this::publish), Math.max(1, events.size()))
                    .then();
        }
        return Mono.defer(() -> {
            Set<LaneQueue> touched = new LinkedHashSet<>();
            List<Mono<Void>> steps = new ArrayList<>(events.size() + 1);
            for (OutboundEvent event : events) {
                steps.add(Mono.create(sink -> {
                    LaneQueue queue = offer(event, sink);
                    if (queue != null) {
                        touched.add(queue);
                    }
                }));
            }
            // Subscribed to in this order, so that all are in their queues before the first transfer is put together.
            steps.add(Mono.fromRunnable(() -> touched.forEach(LaneQueue::drain)));
            return Mono.when(steps);
        });
    }

    private boolean isOneByOne() {
        return settings.send().batchMessages() == 1;
    }

    /** Puts the event in its lane's queue; null when there is no room. */
    private @Nullable LaneQueue offer(OutboundEvent event, MonoSink<Void> sink) {
        Lane lane = new Lane(event.channel(), lanes.of(event.key()));
        ServiceBusMessage message = CloudEventMessages.write(event.event(), lane.session());
        int limit = settings.connections().maxWaiting();
        if (underWay.incrementAndGet() > limit) {
            underWay.decrementAndGet();
            String why = limit + " events are under way already";
            sink.error(new BrokerUnavailableException("Service Bus: " + why, new RejectedExecutionException(why)));
            return null;
        }
        LaneQueue queue = queues.computeIfAbsent(lane, key -> new LaneQueue(key.channel(), pool, settings.send()));
        queue.offer(new PendingEvent(message, size(event), sink, underWay::decrementAndGet));
        return queue;
    }

    private static int size(OutboundEvent event) {
        CloudEventData data = event.event().getData();
        return OVERHEAD_BYTES + (data == null ? 0 : data.toBytes().length);
    }

    @Override
    public Connections connections() {
        return pool.connections();
    }
}
