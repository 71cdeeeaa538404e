package io.dronedelivery.lab.comparisons.cpu;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Keeps a number of connections busy with one and the same GET. */
sealed interface LoadGenerator permits WrkLoad, BuiltInLoad {

    /** How the report names it. */
    String name();

    /**
     * Sends request after request on each connection for the given time.
     *
     * @param body the answer that is expected each time
     * @throws IOException when an answer is missing, is not 200 or is not complete
     */
    Load drive(CpuTarget target, byte[] body, Duration time) throws IOException, InterruptedException;

    /**
     * What came back.
     *
     * @param requests answered completely
     * @param p50Millis half of the answers took no longer, from the request's first byte to the answer's last
     * @param p99Millis the same for 99 of 100
     */
    record Load(long requests, Duration elapsed, double p50Millis, double p99Millis) {}

    /**
     * What is asked for again and again.
     *
     * @param authorization the header of that name, null to send none
     */
    record CpuTarget(URI uri, @Nullable String authorization) {}
}
