package io.dronedelivery.lab.kit.load;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * So many GET requests by so many users at the same time. Each user has a separate connection, which is kept as long as the server keeps it. A
 * user sends its next request when its last one was answered or has failed.
 *
 * <p>All of it runs on one thread, which a request costs 10 to 30 µs once the JVM has compiled it, so that the system under load has
 * nearly all of the machine's processors. It is to run in another JVM than what it loads; the lab's own is one.
 *
 * @param server scheme, host and port; only {@code http} is spoken
 * @param target path and query of the request of a number, from 0 on
 * @param requests how many
 * @param users how many at the same time
 * @param timeout of one request, its connection included; what takes longer is counted as {@code timeout}
 * @param deadline of all: requests in flight then are counted as {@code deadline}, further ones are not made
 * @param attempts how often a request is made that is refused with 503 and a {@code Retry-After} in seconds, after which it is made again
 * @param answers the body of the answer to the request of a number; another one with a status of 200 to 299 is counted as {@code wrong
 *     answer}. Absent, bodies are not looked at
 */
public record ClosedLoad(
        URI server,
        IntFunction<String> target,
        int requests,
        int users,
        Duration timeout,
        Duration deadline,
        int attempts,
        @Nullable IntFunction<String> answers) {

    private static final int MOST_REQUESTS = 10_000_000;
    private static final int MOST_USERS = 10_000;
    private static final Duration BETWEEN_CHECKS = Duration.ofMillis(20);
    private static final Duration END = Duration.ofSeconds(10);

    public ClosedLoad {
        require(
                "http".equals(server.getScheme()) && server.getHost() != null,
                "expected is http://host:port: " + server);
        require(requests >= 1 && requests <= MOST_REQUESTS, "requests must be from 1 to " + MOST_REQUESTS);
        require(users >= 1 && users <= MOST_USERS, "users must be from 1 to " + MOST_USERS);
        require(attempts >= 1, "attempts must be at least 1");
        require(timeout.toMillis() >= 1 && deadline.toMillis() >= 1, "timeout and deadline must be at least 1 ms");
    }

    /** Of one address, which is asked for each time; 30 s for a request, 10 minutes for all, refused requests are not made again. */
    public static ClosedLoad of(URI uri, int requests, int users) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String target = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        return new ClosedLoad(
                uri, number -> target, requests, users, Duration.ofSeconds(30), Duration.ofMinutes(10), 1, null);
    }

    /** Path and query by the number of the request. */
    public ClosedLoad withTarget(IntFunction<String> target) {
        return new ClosedLoad(server, target, requests, users, timeout, deadline, attempts, answers);
    }

    public ClosedLoad withTimeout(Duration timeout) {
        return new ClosedLoad(server, target, requests, users, timeout, deadline, attempts, answers);
    }

    public ClosedLoad withDeadline(Duration deadline) {
        return new ClosedLoad(server, target, requests, users, timeout, deadline, attempts, answers);
    }

    public ClosedLoad withAttempts(int attempts) {
        return new ClosedLoad(server, target, requests, users, timeout, deadline, attempts, answers);
    }

    /** The body that each answer is to have, by the number of the request. */
    public ClosedLoad withAnswers(IntFunction<String> answers) {
        return new ClosedLoad(server, target, requests, users, timeout, deadline, attempts, answers);
    }

    /** Receives the number of requests that are over. */
    @FunctionalInterface
    public interface ClosedLoadWatch {
        void over(int requests) throws InterruptedException;
    }

    /** Makes the requests and waits for the last one, at most until the deadline. */
    public LoadResult run() throws InterruptedException {
        return run(requests -> {});
    }

    /** @param watch is called some fifty times a second, on the caller's thread */
    public LoadResult run(ClosedLoadWatch watch) throws InterruptedException {
        EventLoopGroup loop = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        try {
            LoadRun run = new LoadRun(this, loop.next());
            CompletableFuture<LoadResult> result = run.start();
            long latest = System.nanoTime() + deadline.plus(END).toNanos();
            while (System.nanoTime() < latest) {
                try {
                    return result.get(BETWEEN_CHECKS.toMillis(), TimeUnit.MILLISECONDS);
                } catch (TimeoutException notYet) {
                    watch.over(run.over());
                }
            }
            throw new IllegalStateException("The load did not end by its deadline");
        } catch (ExecutionException e) {
            throw new IllegalStateException("The load has failed: " + e.getCause(), e);
        } finally {
            loop.shutdownGracefully(0, END.toMillis(), TimeUnit.MILLISECONDS).await(END.toMillis());
        }
    }

    private static void require(boolean right, String expected) {
        if (!right) {
            throw new IllegalArgumentException(expected);
        }
    }
}
