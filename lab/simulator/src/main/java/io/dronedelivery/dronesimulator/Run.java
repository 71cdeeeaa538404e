package io.dronedelivery.dronesimulator;

/** Something that is under way. */
interface Run {

    /** Ends it soon, by any thread: what becomes due later is not sent, and what is outstanding is waited for. */
    void stop();
}
