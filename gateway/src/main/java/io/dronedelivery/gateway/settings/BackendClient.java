package io.dronedelivery.gateway.settings;

/** The HTTP client that calls the backends. */
public enum BackendClient {
    /** The gateway's own, directly on Netty. */
    NETTY,
    /** That of reactor-netty, which streams use in any case. */
    REACTOR_NETTY
}
