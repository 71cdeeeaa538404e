package io.dronedelivery.localservicebus.amqp;

import org.apache.qpid.proton.engine.Delivery;

/** Our side of a link. */
interface LinkEndpoint {
    /** A transfer or a disposition has arrived. */
    void onDelivery(Delivery delivery);

    /** The peer changed the credit, or the connection's outbox has room again. */
    default void onFlow() {}

    /** Bytes of messages or replies that the engine has not written yet. */
    default long unsentBytes() {
        return 0;
    }

    /** Whether the client waits for the end of a drain, and this link can report it now. */
    default boolean isDrained() {
        return false;
    }

    default boolean isOf(String entity) {
        return false;
    }

    /**
     * The link is gone.
     *
     * @param failed whether it went without a close frame
     */
    default void onGone(boolean failed) {}
}
