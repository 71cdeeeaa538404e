package io.dronedelivery.localservicebus.amqp;

import org.apache.qpid.proton.engine.Delivery;

/** Our side of a link. */
interface LinkEndpoint {
    /** A transfer or a disposition came in. */
    void onDelivery(Delivery delivery);

    /** The peer changed the credit, or there is room again in the connection's outbox. */
    default void onFlow() {}

    /** Bytes of messages or replies that the engine holds and could not write yet. */
    default long unsentBytes() {
        return 0;
    }

    /** Whether the client waits to hear that its link is drained, and can be told now. */
    default boolean isDrained() {
        return false;
    }

    /**
     * The link is gone.
     *
     * @param failed whether it went without a goodbye
     */
    default void onGone(boolean failed) {}
}
