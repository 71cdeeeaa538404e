package io.dronedelivery.dispatchclient;

import org.jspecify.annotations.Nullable;

/** Where the access token of each call comes from. Called by several threads. */
@FunctionalInterface
interface TokenSource {

    /** None where nobody asks for one. */
    TokenSource NONE = () -> null;

    /** A token that is valid now; null when none is to be sent. */
    @Nullable
    String token() throws DispatchException, InterruptedException;
}
