package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.Conditions;
import io.dronedelivery.localservicebus.broker.Refusal;

/** How many connections clients may have open, as a namespace of Service Bus has a quota of them. Owned by the event loop. */
final class ConnectionQuota {
    private final int most;
    private int open;

    ConnectionQuota(int most) {
        this.most = most;
    }

    /** Counts one more connection; false when there is no room for it. */
    boolean enter() {
        if (open >= most) {
            return false;
        }
        open++;
        return true;
    }

    /** One that was counted has ended. */
    void leave() {
        open--;
    }

    /** What a client is told for which there is no room. */
    Refusal refusal() {
        return new Refusal(
                Conditions.RESOURCE_LIMIT_EXCEEDED,
                "The namespace has reached its quota of %d connections.".formatted(most));
    }
}
