package io.dronedelivery.lab.comparisons.dispatch;

import reactor.core.publisher.Mono;

/** One way to send, kept busy by the runner. */
interface Sender extends AutoCloseable {

    /** How it is called in options and reports. */
    String name();

    /** What the reports say of it. */
    String title();

    /** How many messages one call of {@link #send} sends. */
    int messagesPerCall();

    /** How many calls are to be open at the same time. */
    int calls();

    /**
     * Sends.
     *
     * @param number of the call, for choosing what to send
     * @return completes when the broker has confirmed it
     */
    Mono<Void> send(long number);

    @Override
    void close();
}
