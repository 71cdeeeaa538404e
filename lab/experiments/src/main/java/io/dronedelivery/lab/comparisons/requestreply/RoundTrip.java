package io.dronedelivery.lab.comparisons.requestreply;

import reactor.core.publisher.Mono;

/** Something that sends bytes to a worker and gets them back. */
interface RoundTrip extends AutoCloseable {

    /** In the table. */
    String title();

    /** Completes when everything is open that the first request needs. */
    Mono<Void> open();

    /** Sends the bytes and gives what came back. */
    Mono<byte[]> request(byte[] body);

    /** How many reply channels were opened since the start. */
    long channels();

    @Override
    void close();
}
