package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dronedelivery.messaging.event.BrokerUnavailableException;
import io.dronedelivery.messaging.event.EventSubscription;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

/** How the watch gets along with a broker that answers late, in virtual time. */
@Isolated("virtual time is for all schedulers of the JVM, and what is logged is lost when another application starts")
class DeadLetterWatchTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final DeadLetterProperties SETTINGS =
            new DeadLetterProperties(Duration.ofSeconds(30), 10_000, TIMEOUT, 10_000, 100, 50);

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Logger logger = (Logger) LoggerFactory.getLogger(DeadLetterWatch.class);
    private final ListAppender<ILoggingEvent> told = new ListAppender<>();

    @BeforeEach
    void listen() {
        told.start();
        logger.addAppender(told);
    }

    @AfterEach
    void listenNoMore() {
        logger.detachAppender(told);
    }

    @Test
    void letters_of_which_the_first_cannot_be_read_in_time_are_told_all_the_same() {
        Duration slow = TIMEOUT.multipliedBy(2).minusSeconds(1);

        StepVerifier.withVirtualTime(() ->
                        watch(Mono.delay(slow).thenReturn(3L), Mono.never()).check())
                .thenAwait(TIMEOUT.multipliedBy(3))
                .expectComplete()
                .verify(Duration.ofMinutes(1));

        assertThat(told.list)
                .filteredOn(line -> line.getLevel() == Level.ERROR)
                .singleElement()
                .satisfies(line ->
                        assertThat(line.getFormattedMessage()).contains("requests.drones", "3 dead letters wait"));
        assertThat(meters.get("messaging.dead-letters.waiting").gauge().value()).isEqualTo(3);
    }

    @Test
    void letters_that_are_not_counted_in_time_are_a_warning() {
        StepVerifier.withVirtualTime(() -> watch(Mono.never(), Mono.never()).check())
                .thenAwait(TIMEOUT.multipliedBy(3))
                .expectComplete()
                .verify(Duration.ofMinutes(1));

        assertThat(told.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage()).contains("requests.drones", "not counted");
        });
    }

    @Test
    void a_count_that_the_stop_interrupts_fails_without_a_line_in_the_log() throws Exception {
        assertThat(lateErrorsOfAStopDuring(interrupted -> watch(interrupted.cast(Long.class), Mono.never())))
                .isEmpty();
        assertThat(told.list).isEmpty();
    }

    @Test
    void reading_the_first_letter_may_be_interrupted_by_the_stop_too() throws Exception {
        assertThat(lateErrorsOfAStopDuring(interrupted -> watch(Mono.just(3L), interrupted.cast(DeadLetterPage.class))))
                .isEmpty();
        assertThat(told.list).isEmpty();
    }

    /** @param watching gets a call that blocks until it is interrupted, and fails then */
    private static List<Throwable> lateErrorsOfAStopDuring(Function<Mono<Object>, DeadLetterWatch> watching)
            throws InterruptedException {
        List<Throwable> late = new CopyOnWriteArrayList<>();
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        // One thread that may block: BlockHound would end the call at once on one of newSingle's.
        Scheduler thread = Schedulers.newBoundedElastic(1, 10, "broker");
        Hooks.onErrorDropped(late::add);
        try {
            DeadLetterWatch watch = watching.apply(Mono.fromCallable(() -> {
                        blocked.countDown();
                        return new CompletableFuture<>().get();
                    })
                    .subscribeOn(thread)
                    .onErrorMap(failure -> new BrokerUnavailableException("interrupted", failure)));
            watch.start();
            assertThat(blocked.await(1, TimeUnit.MINUTES)).isTrue();

            watch.stop();

            // The only thread runs this task after the interrupted call has failed.
            thread.schedule(failed::countDown);
            assertThat(failed.await(1, TimeUnit.MINUTES)).isTrue();
        } finally {
            Hooks.resetOnErrorDropped();
            thread.dispose();
        }
        return late;
    }

    private DeadLetterWatch watch(Mono<Long> waiting, Mono<DeadLetterPage> page) {
        return new DeadLetterWatch(List.of(new AnsweringQueue(waiting, page)), SETTINGS, meters);
    }

    /** Answers to the watch alone. */
    private record AnsweringQueue(Mono<Long> waiting, Mono<DeadLetterPage> page) implements DeadLetterQueue {

        @Override
        public EventSubscription subscription() {
            return EventSubscription.of("requests", "drones");
        }

        @Override
        public Mono<DeadLetterPage> page(DeadLetterFilter filter, @Nullable String from, int limit, int scan) {
            return page;
        }

        @Override
        public Mono<WaitingDeadLetter> find(String id) {
            return Mono.error(new UnsupportedOperationException());
        }

        @Override
        public Mono<Void> work(DeadLetterFilter filter, DeadLetterWork work) {
            return Mono.error(new UnsupportedOperationException());
        }

        @Override
        public Mono<Long> waiting(int limit) {
            return waiting;
        }
    }
}
