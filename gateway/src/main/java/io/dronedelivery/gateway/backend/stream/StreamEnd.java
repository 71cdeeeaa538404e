package io.dronedelivery.gateway.backend.stream;

/** How a stream has ended. */
public enum StreamEnd {
    /** The backend has sent all of it. */
    BACKEND,
    /** The backend's connection ended before the answer did. */
    BROKEN,
    /** The backend has sent nothing for too long. */
    IDLE,
    /** Its longest duration is over, or its caller's token has expired. */
    LONGEST,
    /** Another caller, who had fewer streams, got its place. */
    YIELDED,
    /** The gateway is stopping. */
    SHUTDOWN,
    /** Its receiver has left. */
    CALLER
}
