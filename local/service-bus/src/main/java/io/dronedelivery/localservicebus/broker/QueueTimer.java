package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.broker.StoredMessage.State;

/**
 * The timed events of a queue: scheduled messages become active, locks end, messages expire. One timer is armed for the earliest of them.
 */
final class QueueTimer {
    private final MessageQueue queue;
    private final MessageIndex index;
    private final QueueDeliveries deliveries;
    private final Broker broker;
    private final Alarm alarm;

    QueueTimer(MessageQueue queue, MessageIndex index, QueueDeliveries deliveries, Broker broker) {
        this.queue = queue;
        this.index = index;
        this.deliveries = deliveries;
        this.broker = broker;
        this.alarm = new Alarm(broker, () -> Math.min(index.nextDeadline(), deliveries.nextDeadline()), this::settle);
    }

    void arm() {
        alarm.arm();
    }

    private void settle() {
        if (queue.isDeleted()) {
            return;
        }
        long now = broker.now();
        StoredMessage message;
        while ((message = index.pollDue(now)) != null) {
            queue.activate(message);
        }
        deliveries.expireLocks(now);
        while ((message = index.pollExpired(now)) != null) {
            if (message.state() == State.ACTIVE) {
                deliveries.backlog().remove(message);
            }
            queue.expire(message);
        }
        broker.touched(queue);
    }
}
