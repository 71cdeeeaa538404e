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
 * One lent connection, from the wait for it until it is given back. Its caller may go away at any time; what has begun then goes to its end
 * all the same, and the connection is given back only after that.
 *
 * <p>Without that a caller who goes away harms others. Nothing in the protocol stops a statement, and one that another thread is about to
 * send goes out behind the ROLLBACK, or into the transaction of whoever has the connection next. A pool whose borrower goes away while
 * another thread hands over the connection takes it back and hands it over as well.
 */
final class Session {

    /** For closing a connection that does not answer. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final Duration longestEnd;
    private @Nullable Connection connection;
    private boolean over;
    private CompletableFuture<?> underWay = CompletableFuture.completedFuture(null);

    /** With the time that the end may take: for what is under way and the last step. */
    Session(Duration longestEnd) {
        this.longestEnd = longestEnd;
    }

    /** Waits for a connection. One that comes when the session is over is given back at once. */
    Mono<Void> open(Publisher<? extends Connection> pool) {
        return Uncancelled.of(Mono.from(pool).flatMap(lent -> isTaken(lent) ? Mono.empty() : Mono.from(lent.close())));
    }

    private synchronized boolean isTaken(Connection lent) {
        if (!over) {
            connection = lent;
        }
        return !over;
    }

    /** Takes a step on the connection. Who cancels stops waiting for it, and does not stop it. */
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

    /** Before the step begins, because its caller may go away in between. */
    private synchronized @Nullable Connection count(CompletionStage<?> ended) {
        if (over) {
            return null;
        }
        underWay = CompletableFuture.allOf(underWay, ended.toCompletableFuture());
        return connection;
    }

    /**
     * Begins nothing more, waits for what is under way, takes the last step and gives the connection back. When that fails or takes too
     * long, the connection is closed: the pool lends none that is.
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
