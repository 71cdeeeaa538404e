package io.dronedelivery.messaging.deadletter.servicebus;

import io.dronedelivery.messaging.deadletter.DeadLetterProperties;
import io.dronedelivery.messaging.deadletter.DeadLetterQueue;
import io.dronedelivery.messaging.deadletter.DeadLetterQueues;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.servicebus.Lanes;
import io.dronedelivery.messaging.servicebus.PeekConnection;
import io.dronedelivery.messaging.servicebus.SenderPool;
import io.dronedelivery.messaging.servicebus.ServiceBusNamespace;
import java.util.List;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** The dead letters of all subscriptions on Service Bus, and the few threads on which their clients block. */
final class ServiceBusDeadLetterQueues implements DeadLetterQueues, AutoCloseable {

    private static final int THREADS = 4;
    private static final int MOST_WAITING_CALLS = 100;
    private static final int SECONDS_IDLE = 60;

    private final Scheduler blocking =
            Schedulers.newBoundedElastic(THREADS, MOST_WAITING_CALLS, "service-bus-dead-letters", SECONDS_IDLE, true);
    private final List<DeadLetterQueue> queues;

    ServiceBusDeadLetterQueues(
            List<EventSubscription> subscriptions,
            ServiceBusNamespace namespace,
            PeekConnection peeking,
            SenderPool sending,
            Lanes lanes,
            DeadLetterProperties properties) {
        this.queues = subscriptions.stream()
                .<DeadLetterQueue>map(subscription -> new ServiceBusDeadLetterQueue(
                        subscription, namespace, peeking, sending, lanes, properties, blocking))
                .toList();
    }

    @Override
    public List<DeadLetterQueue> all() {
        return queues;
    }

    @Override
    public void close() {
        blocking.dispose();
    }
}
