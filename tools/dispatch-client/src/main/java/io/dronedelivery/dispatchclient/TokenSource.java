package io.dronedelivery.dispatchclient;

import org.jspecify.annotations.Nullable;

/** Provides the access token of each call. Several threads call it. */
@FunctionalInterface
interface TokenSource {

    /** Provides no token, for services without authentication. */
    TokenSource NONE = () -> null;

    /** A token that is valid now; null when no token is to be sent. */
    @Nullable
    String token() throws DispatchException, InterruptedException;
}
