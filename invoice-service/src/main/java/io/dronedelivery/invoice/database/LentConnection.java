package io.dronedelivery.invoice.database;

import io.dronedelivery.servicekit.background.Uncancelled;
import io.r2dbc.spi.Connection;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/**
 * One borrowed connection, from the wait for it until its return. The caller may cancel at any time. A step that has begun still runs to
 * its end, and the connection is returned only after that.
 *
 * <p>Without this, a caller that cancels would harm others. Nothing in the protocol stops a statement. A statement that another thread is
 * about to send would go out after the ROLLBACK, or into the transaction of the connection's next borrower. A pool whose borrower cancels
 * while another thread hands over the connection takes the connection back and also hands it over.
 */
final class LentConnection {

    /** The timeout for closing a connection that does not answer. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Duration longestEnd;
    private @Nullable Connection connection;
    private boolean over;
    private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

    /** @param longestEnd the longest time for the end: for the running steps and the last step */
    LentConnection(Duration longestEnd) {
        this.longestEnd = longestEnd;
    }

    /** Waits for a connection. A connection that arrives after the end of the session is returned at once. */
    Mono<Void> open(Publisher<? extends Connection> pool) {
        return Uncancelled.of(Mono.from(pool).flatMap(lent -> isTaken(lent) ? Mono.empty() : Mono.from(lent.close())));
    }

    private synchronized boolean isTaken(Connection lent) {
        if (!over) {
            connection = lent;
        }
        return !over;
    }

    /** Runs a step on the connection. Cancelling ends the wait for the step, but does not stop the step. */
    <T> Mono<T> run(Function<Connection, Mono<T>> step) {
        return Uncancelled.of(Mono.defer(() -> begin(step)));
    }

    private <T> Mono<T> begin(Function<Connection, Mono<T>> step) {
        CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
        Connection counted = count(ended);
        return counted == null
                ? Mono.error(new IllegalStateException("The connection was given back"))
                : Mono.defer(() -> step.apply(counted)).doFinally(signal -> ended.complete(null));
    }

    /** Counts the step before it begins, because its caller may cancel in between. */
    private synchronized @Nullable Connection count(CompletionStage<?> ended) {
        if (over) {
            return null;
        }
        underWay = CompletableFuture.allOf(underWay, ended.toCompletableFuture());
        return connection;
    }

    /**
     * Begins no further steps, waits for the running ones, runs the last step and returns the connection. When that fails or takes too
     * long, the connection is closed; the pool lends no closed connection.
     */
    synchronized Mono<Void> end(Function<Connection, ? extends Publisher<Void>> lastStep) {
        over = true;
        return connection == null ? Mono.empty() : end(connection, Mono.fromFuture(underWay, true), lastStep);
    }

    private Mono<Void> end(Connection lent, Mono<?> rest, Function<Connection, ? extends Publisher<Void>> lastStep) {
        return Mono.usingWhen(
                Mono.just(lent),
                connection -> rest.then(Mono.defer(() -> Mono.from(lastStep.apply(connection))))
                        .timeout(longestEnd)
                        .onErrorResume(failure -> cutOff(connection).then(Mono.error(failure))),
                Connection::close);
    }

    private static Mono<Void> cutOff(Connection lent) {
        return Mono.from(StatementTimeouts.toServer(lent).close())
                .timeout(GRACE)
                .onErrorComplete();
    }
}
