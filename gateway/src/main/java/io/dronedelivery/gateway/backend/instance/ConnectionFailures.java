package io.dronedelivery.gateway.backend.instance;

import io.dronedelivery.gateway.backend.answer.BackendFailure;
import io.netty.channel.ConnectTimeoutException;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.ssl.SslClosedEngineException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.NotYetConnectedException;
import javax.net.ssl.SSLException;
import reactor.netty.channel.AbortedException;
import reactor.netty.http.client.PrematureCloseException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquirePendingLimitException;
import reactor.netty.internal.shaded.reactor.pool.PoolAcquireTimeoutException;
import reactor.netty.internal.shaded.reactor.pool.PoolShutdownException;

/**
 * Turns an exception of the HTTP client into a failure with a message that helps an operator and reveals nothing internal to a caller. An
 * exhausted pool can be recognised only by the exceptions of reactor-pool, which reactor-netty shades into its own package. The tests of full
 * pools fail when an upgrade moves it.
 */
public final class ConnectionFailures {

    private ConnectionFailures() {}

    public static BackendFailure explain(Throwable cause, PoolShare connections) {
        if (cause instanceof NoConnectionException none) {
            return connections.exhausted(none.reason());
        }
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

    /** For a call with a separate connection. */
    public static BackendFailure explain(Throwable cause) {
        if (cause instanceof ConnectTimeoutException) {
            return new BackendFailure.TimedOut("did not accept a connection in time");
        }
        return new BackendFailure.Failed(describe(cause), cause);
    }

    /**
     * Whether there was no connection, so that no byte can have arrived.
     *
     * @param handedOver whether a connection has had the request
     */
    public static boolean isUnreachable(Throwable cause, boolean handedOver) {
        if (cause instanceof ConnectException || cause instanceof UnknownHostException) {
            return true;
        }
        // Such as no route, or a connection that ends during its TLS handshake. Where TLS fails otherwise, somebody has
        // answered.
        return !handedOver && cause instanceof IOException && !(cause instanceof SSLException) && !isStale(cause);
    }

    /** Whether the connection ended before any byte of an answer, or was never open. */
    public static boolean isCutOff(Throwable cause) {
        return cause instanceof ConnectionEndedException
                || cause instanceof PrematureCloseException
                || cause instanceof SslClosedEngineException
                || AbortedException.isConnectionReset(cause)
                // Java's own sockets do not say by whom.
                || cause instanceof SocketException && says(cause, "Connection reset")
                // Netty's epoll may read from a connection that is being opened, see
                // https://github.com/netty/netty/issues/10411.
                || cause instanceof NotYetConnectedException
                || isStale(cause);
    }

    /** Whether the pool was closed while the call waited for a connection. */
    public static boolean isPoolClosed(Throwable cause) {
        return cause instanceof PoolShutdownException
                || cause instanceof NoConnectionException none && none.isPoolClosed();
    }

    /** The pool has given two connections, one after the other, that were closed before the request was handed over. */
    private static boolean isStale(Throwable cause) {
        return cause instanceof IOException && says(cause, "Error while acquiring from");
    }

    /** Java's own sockets have no exception for a network without a route, only for a host. */
    private static boolean hasNoRoute(Throwable cause) {
        return cause instanceof NoRouteToHostException
                || cause instanceof SocketException && says(cause, "Network is unreachable");
    }

    private static boolean says(Throwable cause, String beginning) {
        String message = cause.getMessage();
        return message != null && message.startsWith(beginning);
    }

    private static String describe(Throwable cause) {
        if (cause instanceof UnknownHostException) {
            return "cannot be found, its host name does not resolve";
        }
        if (cause instanceof ConnectException) {
            return "cannot be reached, it refuses connections";
        }
        if (hasNoRoute(cause)) {
            return "cannot be reached, there is no route to it";
        }
        String tls = TlsFault.describe(cause);
        if (tls != null) {
            return tls;
        }
        if (cause instanceof NotYetConnectedException) {
            return "cannot be reached, a connection was lost while it was opened";
        }
        if (cause instanceof HeadTooLargeException tooLarge) {
            return tooLarge.reason();
        }
        if (cause instanceof ConnectionEndedException ended) {
            return ended.reason();
        }
        if (cause instanceof Http2Exception.HeaderListSizeException) {
            return "answered with header fields of more than its max-header-size";
        }
        if (cause instanceof Http2Exception) {
            return "answered with something that is no HTTP/2";
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
