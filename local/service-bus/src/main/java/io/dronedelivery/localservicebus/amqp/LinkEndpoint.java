package io.dronedelivery.localservicebus.amqp;

import org.apache.qpid.proton.engine.Delivery;

/** Our side of a link. */
interface LinkEndpoint {
    /** A transfer or a disposition came in. */
    void onDelivery(Delivery delivery);

    /** The peer changed the credit. */
    default void onFlow() {}

    /**
     * The link is gone.
     *
     * @param failed whether it went without a goodbye
     */
    default void onGone(boolean failed) {}
}
