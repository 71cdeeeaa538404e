package io.dronedelivery.localservicebus.broker;

import io.dronedelivery.localservicebus.broker.StoredMessage.State;

/** What the clock demands of a queue: scheduled messages become active, locks end, messages expire. One timer, armed for what comes first. */
final class QueueTimer {
    private final MessageQueue queue;
    private final MessageIndex index;
    private final Deliveries deliveries;
    private final Broker broker;
    private long armedFor = Long.MAX_VALUE;

    QueueTimer(MessageQueue queue, MessageIndex index, Deliveries deliveries, Broker broker) {
        this.queue = queue;
        this.index = index;
        this.deliveries = deliveries;
        this.broker = broker;
    }

    /** A deadline that has moved back is noticed when the timer fires; only one that comes earlier needs a new timer. */
    void arm() {
        long deadline = Math.min(index.nextDeadline(), deliveries.nextDeadline());
        if (deadline < armedFor) {
            armedFor = deadline;
            broker.loop().schedule(Math.max(0, deadline - broker.now()), () -> fire(deadline));
        }
    }

    private void fire(long deadline) {
        if (deadline != armedFor) {
            return;
        }
        armedFor = Long.MAX_VALUE;
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
