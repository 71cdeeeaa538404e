package io.dronedelivery.gateway.backend;

import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLException;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.client.PrematureCloseException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;
import reactor.netty.internal.shaded.reactor.pool.PoolShutdownException;

/**
 * Turns an exception of the HTTP client into a failure with a message that helps an operator and reveals nothing internal to a caller.
 * An exhausted pool can be recognised only by the exceptions of reactor-pool, which reactor-netty keeps under a package of its own; the
 * tests of full pools fail when an upgrade moves it.
 */
final class ConnectionFailures {

    private ConnectionFailures() {}

    static BackendFailure explain(Throwable cause, PoolShare connections) {
        if (cause instanceof PoolAcquirePendingLimitException) {
            return connections.exhausted("as many calls as allowed wait for one already");
        }
        if (cause instanceof PoolAcquireTimeoutException timeout) {
            return connections.exhausted("waited " + timeout.getAcquireTimeout().toMillis() + " ms");
        }
        if (cause instanceof PoolShutdownException) {
            return connections.exhausted("the gateway is stopping");
        }
        return explain(cause);
    }

    /** For a call with a connection of its own. */
    static BackendFailure explain(Throwable cause) {
        if (cause instanceof ConnectTimeoutException) {
            return new BackendFailure.TimedOut("did not accept a connection in time");
        }
        return new BackendFailure.Failed(describe(cause), cause);
    }

    /** Whether there was no connection, so that nothing can have arrived. */
    static boolean isUnreachable(Throwable cause) {
        return cause instanceof ConnectException || cause instanceof UnknownHostException;
    }

    /** Whether the connection has ended without a byte of an answer. */
    static boolean isCutOff(Throwable cause) {
        return cause instanceof PrematureCloseException || AbortedException.isConnectionReset(cause);
    }

    private static String describe(Throwable cause) {
        if (cause instanceof UnknownHostException) {
            return "cannot be found, its host name does not resolve";
        }
        if (cause instanceof ConnectException) {
            return "cannot be reached, it refuses connections";
        }
        if (cause instanceof SSLException || cause.getCause() instanceof SSLException) {
            return "cannot be trusted, TLS failed";
        }
        if (cause instanceof DecoderException || cause instanceof IllegalArgumentException) {
            return "answered with something that is no HTTP";
        }
        if (cause instanceof PrematureCloseException || cause instanceof IOException) {
            return "closed the connection before its answer was complete";
        }
        return "could not be called";
    }
}
