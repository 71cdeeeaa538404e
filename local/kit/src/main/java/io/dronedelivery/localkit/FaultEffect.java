package io.dronedelivery.localkit;

/** What a stand-in does about orders of faults. */
public interface FaultEffect {

    /**
     * Checks what only the stand-in knows, such as names of entities.
     *
     * @throws IllegalArgumentException naming the wrong word
     */
    void check(FaultOrder order);

    /** Begins a fault that is more than an answer to requests. May block. */
    default void begin(InjectedFault fault) {}
}
