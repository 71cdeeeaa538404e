package io.dronedelivery.lab.comparisons.dispatch;

import reactor.core.publisher.Mono;

/** One way to send, kept busy by the runner. */
abstract class Sender implements AutoCloseable {

    /** How it is called in options and reports. */
    final String name;

    /** What the reports say of it. */
    final String title;

    /** How many messages one call of {@link #send} sends. */
    final int messagesPerCall;

    /** How many calls are to be open at the same time. */
    final int calls;

    Sender(String name, String title, int messagesPerCall, int calls) {
        this.name = name;
        this.title = title;
        this.messagesPerCall = messagesPerCall;
        this.calls = calls;
    }

    /**
     * Sends.
     *
     * @param number of the call, for choosing what to send
     * @return completes when the broker has confirmed it
     */
    abstract Mono<Void> send(long number);

    @Override
    public abstract void close();
}
