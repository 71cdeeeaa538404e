package io.dronedelivery.messaging.deadletter;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dronedelivery.messaging.event.EventSubscription;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
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
