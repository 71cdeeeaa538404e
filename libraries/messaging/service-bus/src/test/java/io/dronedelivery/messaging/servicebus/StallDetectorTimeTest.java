package io.dronedelivery.messaging.servicebus;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.dronedelivery.messaging.event.EventProcessor;
import io.dronedelivery.messaging.event.EventSubscription;
import io.dronedelivery.messaging.trace.MessageSpans;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

/** When it notices what, with the settings as shipped, and how often it asks the broker and says that it cannot. */
@Isolated("virtual time is for all schedulers of the JVM, and what is logged is lost when another application starts")
class StallDetectorTimeTest {

    private static final Duration LOCK = Duration.ofMinutes(1);
    private static final ServiceBusProperties.ServiceBusConsumerSettings SHIPPED = new Binder(
                    new MapConfigurationPropertySource(Map.of()))
            .bindOrCreate("messaging.servicebus", ServiceBusProperties.class)
            .consumer();

    private final VirtualTimeScheduler time = VirtualTimeScheduler.getOrSet();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final EventSubscription subscription = EventSubscription.of("moves", "depot");
    private final EventConsumer consumer = new EventConsumer(
            subscription,
            new EventProcessor(
                    subscription, ServiceBusApplication.ONE_ATTEMPT, MessageSpans.none("servicebus"), meters),
            ServiceBusApplication.ONE_ATTEMPT,
            Duration.ofSeconds(1));

    /** The number of the oldest message by that of the look, from 1. */
    private LongFunction<Long> oldest = check -> StallEvidence.NOTHING;

    private boolean free = true;
    private int checks;
    private int restarts;
    private final AtomicInteger asked = new AtomicInteger();

    private final IdleProbe probe =
            new IdleProbe(new PeekConnection(() -> {
                throw new IllegalStateException("There is no broker");
            })) {
                @Override
                Mono<Waiting> oldest(EventSubscription of) {
                    return Mono.fromSupplier(() -> new Waiting(oldest.apply(++checks), "lane-5", OffsetDateTime.MAX));
                }

                @Override
                Mono<Boolean> isFree(EventSubscription of, String lane) {
                    return Mono.fromSupplier(() -> {
                        asked.incrementAndGet();
                        return free;
                    });
                }
            };
    private final Processors processors = new Processors() {
        @Override
        boolean restart(EventSubscription of, BooleanSupplier wanted, Runnable closed) {
            boolean restarted = wanted.getAsBoolean();
            if (restarted) {
                restarts++;
                closed.run();
            }
            return restarted;
        }
    };
    private final StallDetector stallDetector = new StallDetector(probe, processors, SHIPPED, meters);
    private final Disposable watching = stallDetector.watch(consumer).subscribe();

    @AfterEach
    void endVirtualTime() {
        watching.dispose();
        VirtualTimeScheduler.reset();
    }

    @Test
    void silence_is_noticed_within_two_lock_times_and_not_while_the_lock_of_a_crashed_instance_may_last() {
        oldest = check -> 17L;

        // What came last was delivered a moment ago, so the first look sees a consumer that works.
        time.advanceTimeBy(LOCK);
        assertThat(stallDetector.trouble(consumer)).isNull();
        assertThat(asked).hasValue(0);
        time.advanceTimeBy(LOCK);

        assertThat(stallDetector.trouble(consumer)).isNotNull();
    }

    @Test
    void it_is_noticed_as_soon_when_a_message_comes_at_last() {
        time.advanceTimeBy(Duration.ofHours(1));
        oldest = check -> 17L;

        time.advanceTimeBy(LOCK);
        assertThat(stallDetector.trouble(consumer)).isNull();
        time.advanceTimeBy(LOCK);

        assertThat(stallDetector.trouble(consumer)).isNotNull();
    }

    @Test
    void the_trouble_is_over_when_somebody_has_received_the_message() {
        oldest = check -> 17L;
        time.advanceTimeBy(LOCK.multipliedBy(2));
        oldest = check -> StallEvidence.NOTHING;

        time.advanceTimeBy(Duration.ofSeconds(12));

        assertThat(stallDetector.trouble(consumer)).isNull();
    }

    @Test
    void an_idle_consumer_costs_five_looks_a_minute() {
        time.advanceTimeBy(Duration.ofMinutes(10));

        assertThat(checks).isBetween(48, 50);
        assertThat(asked).hasValue(0);
    }

    @Test
    void a_message_that_another_instance_does_not_get_done_is_no_trouble_and_is_asked_about_ever_less() {
        oldest = check -> 17L;
        free = false;

        time.advanceTimeBy(Duration.ofHours(6));

        assertThat(stallDetector.trouble(consumer)).isNull();
        assertThat(asked).hasValueBetween(10, 15);
    }

    @Test
    void a_replaced_consumer_that_gets_what_waited_was_silent() {
        replaceInTheDark();
        consumer.delivered(17, "lane-5");

        time.advanceTimeBy(LOCK);

        assertThat(meters.get("messaging.servicebus.restarts").counter().count())
                .isEqualTo(1);
    }

    @Test
    void a_replaced_consumer_that_gets_what_another_instance_gave_up_meanwhile_was_not_silent() {
        replaceInTheDark();
        consumer.delivered(18, "lane-5");

        time.advanceTimeBy(LOCK);

        assertThat(meters.get("messaging.servicebus.restarts").counter().count())
                .isZero();
    }

    /** Somebody holds the lane of message 17. */
    private void replaceInTheDark() {
        oldest = check -> 17L;
        free = false;
        while (restarts == 0) {
            time.advanceTimeBy(Duration.ofSeconds(1));
        }
    }

    @Test
    void a_subscription_whose_messages_others_handle_is_no_trouble() {
        oldest = check -> check / 5;

        time.advanceTimeBy(Duration.ofHours(6));

        assertThat(stallDetector.trouble(consumer)).isNull();
        assertThat(asked).hasValue(0);
    }

    @Test
    void one_lane_from_which_nobody_receives_is_noticed_within_two_lock_times_while_the_others_work() {
        oldest = check -> 17L;
        assertThat(consumer.gate().enter()).isTrue();
        consumer.delivered(20, "lane-3");

        time.advanceTimeBy(LOCK);
        assertThat(silent()).isZero();
        time.advanceTimeBy(LOCK);

        assertThat(silent()).isEqualTo(1);
        assertThat(stallDetector.trouble(consumer)).isNotNull();
        assertThat(restarts).isEqualTo(1);
        assertThat(meters.get("messaging.servicebus.restarts").counter().count())
                .isEqualTo(1);
        consumer.delivered(21, "lane-3");
        assertThat(stallDetector.trouble(consumer)).isNotNull();
        consumer.delivered(17, "lane-5");
        assertThat(stallDetector.trouble(consumer)).isNull();
    }

    @Test
    void one_lane_that_somebody_holds_is_told_as_silent_and_interrupts_no_work_of_the_others() {
        oldest = check -> 17L;
        free = false;
        assertThat(consumer.gate().enter()).isTrue();

        time.advanceTimeBy(LOCK.multipliedBy(2));

        assertThat(silent()).isEqualTo(1);
        time.advanceTimeBy(Duration.ofHours(6));
        assertThat(restarts).isZero();
        assertThat(stallDetector.trouble(consumer)).isNull();
    }

    @Test
    void a_lane_that_waits_while_all_lanes_that_the_instance_may_take_are_at_work_interrupts_none_of_them() {
        oldest = check -> 17L;
        for (int lane = 0; lane < SHIPPED.maxConcurrentSessions(); lane++) {
            assertThat(consumer.gate().enter()).isTrue();
        }

        time.advanceTimeBy(Duration.ofHours(6));

        assertThat(silent()).isEqualTo(1);
        assertThat(restarts).isZero();
    }

    private double silent() {
        return meters.get("messaging.servicebus.lanes.silent").gauge().value();
    }

    @Test
    void a_consumer_that_is_drained_is_not_looked_after() {
        oldest = check -> 17L;
        consumer.gate().close();

        time.advanceTimeBy(Duration.ofHours(6));

        assertThat(checks).isZero();
        assertThat(stallDetector.trouble(consumer)).isNull();
    }

    @Test
    void looks_that_fail_one_after_another_are_told_once_and_so_is_the_next_one_that_does_not() {
        Logger logger = (Logger) LoggerFactory.getLogger(PeekConnection.class);
        Level before = logger.getLevel();
        ListAppender<ILoggingEvent> told = new ListAppender<>();
        told.start();
        logger.addAppender(told);
        logger.setLevel(Level.INFO);
        try (PeekConnection peeking = new PeekConnection(() -> {
            throw new IllegalStateException("There is no broker");
        })) {
            for (int check = 0; check < 3; check++) {
                peeking.renewedAfterFailure("moves", Mono.error(new IllegalStateException("away")))
                        .onErrorComplete()
                        .block();
                peeking.renewedAfterFailure("stops", Mono.just(1)).block();
            }
            peeking.renewedAfterFailure("moves", Mono.empty()).block();
            peeking.renewedAfterFailure("moves", Mono.just(1)).block();
        } finally {
            logger.setLevel(before);
            logger.detachAppender(told);
        }

        assertThat(told.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .satisfiesExactly(
                        failed -> assertThat(failed).contains("moves cannot be peeked at", "away"),
                        again -> assertThat(again).contains("moves can be peeked at again"));
    }
}
