package io.dronedelivery.localservicebus.amqp;

import io.dronedelivery.localservicebus.broker.BrokerRefusal;
import io.dronedelivery.localservicebus.broker.Conditions;

/** The limit of open connections, like the quota of a Service Bus namespace. Owned by the event loop. */
final class ConnectionQuota {
    private final int most;
    private int open;

    ConnectionQuota(int most) {
        this.most = most;
    }

    /** Counts one more connection. Returns false at the limit. */
    boolean enter() {
        if (open >= most) {
            return false;
        }
        open++;
        return true;
    }

    /** A counted connection has ended. */
    void leave() {
        open--;
    }

    /** The answer to a client beyond the limit. */
    BrokerRefusal refusal() {
        return new BrokerRefusal(
                Conditions.RESOURCE_LIMIT_EXCEEDED,
                "The namespace has reached its quota of %d connections.".formatted(most));
    }
}
