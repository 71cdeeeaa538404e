package io.dronedelivery.servicekit.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import io.dronedelivery.servicekit.problem.ProblemException;
import io.dronedelivery.servicekit.problem.ProblemType;
import io.dronedelivery.servicekit.testing.RecordedLog;
import io.netty.util.concurrent.DefaultEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** What Reactor drops because nobody is there any more. */
class LateErrorsTest {

    /** Several applications in a JVM install it several times. */
    @BeforeEach
    void install() {
        LateErrors.install();
        LateErrors.install();
    }

    @Test
    void a_late_problem_is_not_logged_as_an_error() {
        try (RecordedLog log = RecordedLog.ofEdge()) {
            failAfterTheCallerHasGone(ProblemException.of(ProblemType.NOT_FOUND, "There is no delivery d-1."));

            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    /** Whoever may connect may do so as often as they like. */
    @Test
    void a_connection_that_its_caller_has_reset_is_not_logged_as_an_error() throws IOException {
        try (RecordedLog log = RecordedLog.ofEdge();
                ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket caller = new Socket(server.getInetAddress(), server.getLocalPort());
                Socket accepted = server.accept()) {
            caller.setSoLinger(true, 0);
            caller.close();
            IOException reset = catchThrowableOfType(
                    IOException.class, () -> accepted.getInputStream().read());

            failAfterTheCallerHasGone(Exceptions.propagate(reset));

            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    /** Connections may still be closed when their event loop has ended with the application. */
    @Test
    void a_task_for_an_event_loop_that_has_ended_is_not_logged_as_an_error() {
        try (RecordedLog log = RecordedLog.ofEdge()) {
            DefaultEventExecutor ended = new DefaultEventExecutor();
            ended.shutdownGracefully(0, 0, TimeUnit.SECONDS).syncUninterruptibly();

            Mono.fromRunnable(() -> ended.execute(() -> {})).subscribe();

            assertThat(log.from(Level.WARN)).isEmpty();
        }
    }

    @Test
    void any_other_late_error_is_logged_as_a_warning() {
        try (RecordedLog log = RecordedLog.ofEdge()) {
            failAfterTheCallerHasGone(new IllegalStateException("a page is missing"));

            assertThat(log.from(Level.WARN))
                    .singleElement()
                    .asString()
                    .startsWith("WARN")
                    .contains("a page is missing");
        }
    }

    /** As an operator does that has nobody left to tell. */
    private static void failAfterTheCallerHasGone(RuntimeException error) {
        Operators.onErrorDropped(error, Context.empty());
    }
}
