package io.dronedelivery.dronesimulator;

import java.time.Duration;

/** Sends the telemetry of one thread, which calls it. */
interface TelemetrySender extends AutoCloseable {

    /**
     * Sends a message, and waits when there is no room for it.
     *
     * @return whether it waited because the broker had not yet taken what was sent before
     * @throws RuntimeException when it cannot be sent; the acknowledgement is not called then
     */
    boolean send(Telemetry message, Acknowledgement acknowledgement);

    /** Waits for what is outstanding, up to a limit, and gives the rest up. */
    void finish(Duration limit);

    @Override
    void close();

    /** Is told what came of a message, by any thread. */
    interface Acknowledgement {

        void acknowledged();

        void failed(Throwable why);
    }
}
