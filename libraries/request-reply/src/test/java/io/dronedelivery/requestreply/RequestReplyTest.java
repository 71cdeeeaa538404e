package io.dronedelivery.requestreply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import io.dronedelivery.messaging.drain.Drainable;
import io.dronedelivery.requestreply.RequestFailedException.Reason;
import io.dronedelivery.requestreply.autoscale.AutoscalerSettings;
import io.dronedelivery.requestreply.autoscale.Decision.ScalingRule;
import io.dronedelivery.requestreply.autoscale.Look;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.support.GenericApplicationContext;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** From its start to its end as a part of an application. */
class RequestReplyTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final WatchedQueue queue = new WatchedQueue();
    private MeterRegistry meters = new SimpleMeterRegistry();
    private final AtomicInteger ends = new AtomicInteger();
    private RequestReply requests = requests(AutoscalerSettings.OFF, Mono.empty());

    @AfterEach
    void stop() {
        requests.stop();
    }

    @Test
    void it_is_ready_when_its_channels_are_open() {
        Sinks.Empty<Void> brokerAnswers = Sinks.empty();
        queue.opening = brokerAnswers.asMono();
        assertThat(requests.isRunning()).isFalse();

        requests.start();
        assertThat(requests.isRunning()).isTrue();
        assertThat(requests.ready()).isFalse();
        brokerAnswers.tryEmitEmpty();

        assertThat(requests.ready()).isTrue();
        assertThat(queue.opened).hasValue(2);
        assertThat(requests.status())
                .returns("watched", RequestReplyStatus::queue)
                .returns(null, RequestReplyStatus::autoscaler);
        assertThat(requests.status().requests().pool())
                .returns(2, RequestReplyStatus.ChannelPoolStatus::min)
                .returns(3, RequestReplyStatus.ChannelPoolStatus::max)
                .returns(2, RequestReplyStatus.ChannelPoolStatus::idle);
        assertThat(requests.status().workers().count()).isEqualTo(1);
    }

    @Test
    void it_starts_before_the_web_server_and_drains_with_what_consumes() {
        assertThat(requests.getPhase()).isEqualTo(Integer.MAX_VALUE - 4096);
        assertThat(requests.order()).isEqualTo(Drainable.CONSUMING);
        assertThat(requests.name()).isEqualTo("test");
    }

    @Test
    void stopped_it_waits_for_the_last_request_and_then_closes_its_channels_and_its_queue() {
        Sinks.Empty<Void> go = Sinks.empty();
        requests = requests(AutoscalerSettings.OFF, go.asMono());
        requests.start();
        Mono<byte[]> last = requests.request(new byte[] {1}).cache();
        Disposable asked = last.subscribe();
        await().atMost(TIMEOUT).until(() -> requests.status().workers().busy() == 1);

        requests.stop(ends::incrementAndGet);
        assertThat(requests.isRunning()).isFalse();
        assertThatExceptionOfType(RequestFailedException.class)
                .isThrownBy(() -> requests.request(new byte[0]).block(TIMEOUT))
                .returns(Reason.UNAVAILABLE, RequestFailedException::reason);
        assertThat(queue.closed).hasValue(0);
        assertThat(ends).hasValue(0);
        go.tryEmitEmpty();

        assertThat(last.block(TIMEOUT)).containsExactly(1);
        await().atMost(TIMEOUT).untilAtomic(ends, is(1));
        assertThat(queue.channelsClosed).hasValue(2);
        assertThat(queue.closed).hasValue(1);
        assertThat(requests.status().workers().count()).isZero();
        asked.dispose();
    }

    @Test
    void queue_that_cannot_be_closed_does_not_hold_the_applications_end_up() {
        queue.closing = Mono.error(new IllegalStateException("away"));
        requests.start();

        requests.stop(ends::incrementAndGet);

        await().atMost(TIMEOUT).untilAtomic(ends, is(1));
        assertThat(queue.channelsClosed).hasValue(2);
    }

    @Test
    void channels_that_are_opened_after_its_end_are_closed_at_once() {
        Sinks.Empty<Void> brokerAnswers = Sinks.empty();
        queue.opening = brokerAnswers.asMono();
        requests.start();

        requests.disable();
        requests.drained().then(requests.shutDown()).block(TIMEOUT);
        brokerAnswers.tryEmitEmpty();

        assertThat(requests.ready()).isFalse();
        assertThat(queue.channelsClosed).hasValue(queue.opened.get());
        assertThat(queue.closed).hasValue(1);
    }

    @Test
    void context_that_pauses_leaves_it_as_it_is_and_one_that_starts_again_is_told() {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            context.registerBean(RequestReply.class, () -> requests);
            context.refresh();

            context.pause();
            context.restart();
            assertThat(requests.request(new byte[] {1}).block(TIMEOUT)).containsExactly(1);

            context.stop();
            assertThatIllegalStateException()
                    .isThrownBy(requests::start)
                    .withMessage("test was stopped, and cannot be started again");
        }
    }

    @Test
    void stopped_by_nobody_who_waits_for_it_it_ends_too() {
        requests.start();

        requests.stop();

        assertThat(requests.isRunning()).isFalse();
        await().atMost(TIMEOUT).untilAtomic(queue.closed, is(1));
    }

    @Test
    void queue_is_closed_once_however_often_that_is_asked_for() {
        requests.start();

        requests.shutDown().then(requests.shutDown()).block(TIMEOUT);

        assertThat(queue.closed).hasValue(1);
    }

    @Test
    void operators_change_and_kill_workers_and_see_what_the_broker_gave_up() {
        queue.deadLetters = Mono.just(3L);
        requests.start();

        requests.resizeWorkers(2);
        assertThat(requests.status().workers().count()).isEqualTo(2);
        assertThat(requests.killWorker()).isTrue();
        assertThat(requests.status().workers().restarts()).isOne();
        requests.resizeWorkers(0);
        assertThat(requests.killWorker()).isFalse();
        assertThat(requests.deadLetters().block(TIMEOUT)).isEqualTo(3);
    }

    @Test
    void workers_follow_the_load_where_that_is_configured() {
        requests = requests(
                new AutoscalerSettings(true, Duration.ofMillis(100), 20, 1, 3),
                Mono.delay(Duration.ofMillis(5)).then());
        requests.start();
        assertThat(requests.status().autoscaler()).isNotNull();

        Disposable load = Flux.range(0, 3)
                .flatMap(caller -> requests.request(new byte[1]).repeat(), 3)
                .subscribe(reply -> {}, failure -> {});
        await().atMost(TIMEOUT)
                .until(() -> requests.status().autoscaler().changes().stream()
                        .anyMatch(change -> change.rule() == ScalingRule.UTILISATION && change.to() > change.from()));
        assertThat(requests.status().autoscaler().look().length()).isNotNull();

        load.dispose();
        await().atMost(TIMEOUT).until(() -> requests.status().workers().count() == 1);
        requests.disable();
        requests.resizeWorkers(3);
        await().during(Duration.ofMillis(500))
                .atMost(TIMEOUT)
                .until(() -> requests.status().workers().count() == 3);
    }

    /** One with several members asks any of them, and Application Insights' has no figures. */
    @Test
    void status_and_autoscaler_need_no_registry_that_knows_figures() {
        meters = new CompositeMeterRegistry();
        requests = requests(new AutoscalerSettings(true, Duration.ofMillis(100), 20, 1, 3), Mono.empty());
        requests.start();

        Disposable load = requests.request(new byte[1]).repeat().subscribe(reply -> {}, failure -> {});

        await().atMost(TIMEOUT).until(() -> {
            Look look = requests.status().autoscaler().look();
            return look != null && look.consumption() > 0 && look.dispatch() > 0;
        });
        load.dispose();
        assertThat(requests.status().requests().answered()).isPositive();
        assertThat(requests.status().requests().pool().created()).isEqualTo(2);
    }

    @Test
    void there_are_as_many_workers_at_the_start_as_the_autoscaler_keeps() {
        requests = requests(new AutoscalerSettings(true, Duration.ofHours(1), 20, 3, 5), Mono.empty());

        requests.start();

        assertThat(requests.status().workers().count()).isEqualTo(3);
    }

    private RequestReply requests(AutoscalerSettings autoscaler, Mono<Void> work) {
        return new RequestReply(
                "test",
                queue,
                job -> work.thenReturn(job.body()),
                new RequestReplySettings(
                        TIMEOUT,
                        Duration.ofSeconds(7),
                        new RequestReplySettings.ChannelPoolSettings(2, 3, 10),
                        new RequestReplySettings.WorkerSettings(1, 1, 3, Duration.ofMillis(10)),
                        autoscaler),
                meters);
    }
}
