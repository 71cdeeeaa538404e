package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.dronedelivery.requestreply.RequestFailedException.Reason;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.dronedelivery.requestreply.memory.MemoryJobQueue;
import io.dronedelivery.requestreply.queue.Job;
import io.dronedelivery.requestreply.queue.JobDelivery;
import io.dronedelivery.requestreply.queue.JobQueue;
import io.dronedelivery.requestreply.queue.JobQueueFullException;
import io.dronedelivery.requestreply.queue.Reply;
import io.dronedelivery.requestreply.queue.ReplyChannel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;

/** What a caller is told when a queue does not do as asked, and what a handler may tell it. */
class RequestFailuresTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(7);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private RequestReply requests;

    @AfterEach
    void stop() {
        requests.stop();
    }

    @Test
    void broker_that_is_away_makes_the_queue_unavailable() {
        start(new Failing(new IllegalStateException("connection refused")), job -> Mono.empty());

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests.request(new byte[1]).block(TIMEOUT))
                .withMessageContaining("test")
                .withMessageContaining("connection refused")
                .returns(Reason.UNAVAILABLE, RequestFailedException::reason)
                .returns("unavailable", RequestFailedException::code)
                .returns(RETRY_AFTER, RequestFailedException::retryAfter);
        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests.deadLetters().block(TIMEOUT))
                .returns(Reason.UNAVAILABLE, RequestFailedException::reason);
        assertThat(outcomes("unavailable")).isEqualTo(1);
    }

    @Test
    void queue_without_room_refuses() {
        start(new Failing(new JobQueueFullException("The queue has 3 jobs", null)), job -> Mono.empty());

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests.request(new byte[1]).block(TIMEOUT))
                .withMessage("test is full: The queue has 3 jobs")
                .returns(Reason.REFUSED, RequestFailedException::reason)
                .returns(RETRY_AFTER, RequestFailedException::retryAfter);
        assertThat(outcomes("refused")).isEqualTo(1);
    }

    @Test
    void request_that_a_handler_made_in_vain_is_made_again_unless_its_worker_said_why() {
        AtomicInteger calls = new AtomicInteger();
        start(new MemoryJobQueue(10), job -> {
            calls.incrementAndGet();
            return Mono.error(new RequestFailedException(Reason.UNAVAILABLE, "away", null, RETRY_AFTER));
        });

        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests.request(new byte[1]).block(TIMEOUT))
                .returns("handler-failed", RequestFailedException::code);
        assertThat(calls).hasValue(3);
    }

    @Test
    void handler_says_why_with_a_code() {
        start(new MemoryJobQueue(10), job -> Mono.empty());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RequestFailedException("", "no reason", null))
                .withMessage("code must not be empty");
    }

    private void start(JobQueue queue, JobHandler handler) {
        requests = new RequestReply(
                "test",
                queue,
                handler,
                new RequestReplySettings(
                        TIMEOUT,
                        RETRY_AFTER,
                        new RequestReplySettings.ChannelPoolSettings(1, 1, 0),
                        new RequestReplySettings.WorkerSettings(1, 1, 3, Duration.ofMillis(10)),
                        AutoscalerSettings.OFF),
                meters);
        requests.start();
    }

    private long outcomes(String outcome) {
        return meters.get("jobs.requests").tag("outcome", outcome).timer().count();
    }

    /** A queue that takes no job. */
    private record Failing(Throwable failure) implements JobQueue {

        @Override
        public String design() {
            return "failing";
        }

        @Override
        public Mono<ReplyChannel> openChannel(Consumer<Reply> replies) {
            return Mono.just(new ReplyChannel("here", Mono.empty()));
        }

        @Override
        public Mono<Void> submit(Job job) {
            return Mono.error(failure);
        }

        @Override
        public Publisher<JobDelivery> deliveries() {
            return Mono.never();
        }

        @Override
        public Mono<Long> deadLetters() {
            return Mono.error(failure);
        }

        @Override
        public Mono<Void> close() {
            return Mono.empty();
        }
    }
}
