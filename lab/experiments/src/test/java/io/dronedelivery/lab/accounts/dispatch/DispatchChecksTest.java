package io.dronedelivery.lab.accounts.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.lab.accounts.dispatch.DispatchAccount.DispatchAccountRun;
import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.Connections;
import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.DispatcherView;
import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.LatencyRow;
import io.dronedelivery.lab.accounts.dispatch.DispatcherApi.Sink;
import io.dronedelivery.lab.accounts.dispatch.FullSpeed.Rate;
import io.dronedelivery.lab.kit.report.Check;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class DispatchChecksTest {

    private static final int SECONDS = 3;
    private static final DispatchTest BEFORE = offering(360, "before");
    private static final DispatchTest AFTER = offering(60, "after");
    private static final DispatchTest NEITHER = DispatchTest.chosen("neither").get(0);

    private static final DispatcherView START = status(0, 0, 0, 0, 10, 10);

    @Test
    void figures_like_the_published_ones_pass() {
        assertThat(failing(growing(), pooled(), refusal("... messaging.dispatch.sinks ...")))
                .isEmpty();
    }

    @Test
    void without_the_pool_messages_must_fail_and_the_queue_must_grow() {
        DispatchAccountRun calm = run(BEFORE, 360, status(0, 0, 0, 360, 3, 60));

        assertThat(failing(calm))
                .containsExactly("Before: messages fail", "Before: the queue grows while messages come");
    }

    @Test
    void ports_that_are_given_out_again_after_their_time_count_anew() {
        String name = "Before: no more connections than the gateway lets through";

        assertThat(failing(outlasting(241))).doesNotContain(name);
        assertThat(failing(outlasting(200))).contains(name);
    }

    @Test
    void with_the_pool_none_may_fail_or_be_lost() {
        DispatchAccountRun bad = run(AFTER, 60, status(0, 0, 2, 50, 45, 45));

        assertThat(failing(bad))
                .containsExactly(
                        "After: every message that was accepted was sent or counted as failed",
                        "After: no message fails",
                        "After: at most 40 connections to the broker, at least 10 of them kept");
    }

    @Test
    void messages_that_were_not_offered_are_told_and_refused_ones_were() {
        assertThat(failing(run(AFTER, 52, status(0, 0, 0, 52, 12, 12))))
                .containsExactly("After: as many messages were offered as the test says");
        assertThat(failing(run(AFTER, 52, 8, status(0, 0, 0, 52, 12, 12))))
                .containsExactly("After: nothing is refused");
    }

    @Test
    void at_full_speed_the_dispatcher_keeps_up_with_the_bare_sdk() {
        Rate single = new Rate("dispatcher-single", "dispatcher, single sends", 900, 90, 30);

        assertThat(failing(fullSpeed(single, new Rate("dispatcher", "dispatcher", 1_000, 95, 6))))
                .isEmpty();
        assertThat(failing(fullSpeed(single, new Rate("dispatcher", "dispatcher", 1_000, 89.9, 6))))
                .containsExactly("Full speed, dispatcher: at least 90 % of the bare SDK's rate");
    }

    @Test
    void connections_that_were_not_kept_are_told() {
        assertThat(failing(run(
                        AFTER,
                        60,
                        status(0, 1, 0, 20, 10, 12),
                        status(0, 1, 0, 30, 4, 12),
                        status(0, 0, 0, 60, 10, 12))))
                .containsExactly("After: at most 40 connections to the broker, at least 10 of them kept");
    }

    @Test
    void connections_beyond_the_maximum_are_told_of_every_test_with_a_pool() {
        for (String id : List.of("after", "after-64", "after-512", "both")) {
            DispatchTest test = offering(60, id);

            assertThat(failing(run(test, 60, status(0, 0, 0, 60, 40, 40)))).isEmpty();
            assertThat(failing(run(test, 60, status(0, 0, 0, 60, 41, 41))))
                    .containsExactly(test.name() + ": at most 40 connections to the broker, at least 10 of them kept");
        }
    }

    @Test
    void connections_to_postgresql_are_none_to_the_broker() {
        DispatchAccountRun both = run(offering(60, "both"), 60, withPostgres(status(0, 0, 0, 60, 38, 38), 10));
        DispatchAccountRun fewer = run(offering(60, "both"), 60, withPostgres(status(0, 0, 0, 60, 9, 9), 10));
        DispatchAccountRun postgres = run(offering(60, "postgresql"), 60, status(0, 0, 0, 60, 1, 1));

        assertThat(failing(both, postgres)).isEmpty();
        assertThat(failing(fewer))
                .containsExactly("Both: at most 40 connections to the broker, at least 10 of them kept");
    }

    @Test
    void a_dispatcher_without_a_sink_that_starts_is_told() {
        String name = "Neither: the application refuses to start and names the setting";
        assertThat(failing(DispatchAccountRun.refused(NEITHER, null))).containsExactly(name);
        assertThat(failing(refusal("the port is in use"))).containsExactly(name);
    }

    @Test
    void unknown_test_is_refused_with_those_that_there_are() {
        assertThatThrownBy(() -> DispatchTest.chosen("before,afterwards"))
                .hasMessage("-Dlab.tests=before,afterwards: expected is some of"
                        + " before,after,after-64,after-512,postgresql,both,neither,full-speed");
    }

    /** The test of that id with so many messages in all. */
    private static DispatchTest offering(int messages, String id) {
        DispatchTest test = DispatchTest.chosen(id).get(0);
        return new DispatchTest(
                test.name(), test.change(), messages / SECONDS, test.sinks(), test.pooled(), test.published());
    }

    private static DispatchAccountRun fullSpeed(Rate... rates) {
        return new DispatchAccountRun(DispatchTest.chosen("full-speed").get(0), null, null, List.of(rates));
    }

    private static DispatchAccountRun growing() {
        return run(
                BEFORE,
                360,
                status(0, 80, 0, 120, 0, 128),
                status(40, 100, 0, 120, 0, 128),
                status(90, 100, 30, 120, 0, 128),
                status(0, 0, 240, 120, 0, 128));
    }

    /** 128 connections in the first second, and as many again after some. */
    private static DispatchAccountRun outlasting(int seconds) {
        List<DispatcherView> samples = new ArrayList<>(Collections.nCopies(seconds, status(90, 100, 104, 128, 0, 128)));
        samples.add(status(0, 0, 104, 256, 0, 256));
        return run(BEFORE, 360, samples.toArray(DispatcherView[]::new));
    }

    private static DispatchAccountRun pooled() {
        return run(AFTER, 60, status(0, 3, 0, 30, 12, 12), status(0, 0, 0, 60, 12, 12));
    }

    private static DispatchAccountRun refusal(String why) {
        return DispatchAccountRun.refused(NEITHER, why);
    }

    /** Samples of three seconds of load, the last one repeated where there are fewer. */
    private static DispatchAccountRun run(DispatchTest test, long accepted, DispatcherView... seconds) {
        return run(test, accepted, 0, seconds);
    }

    private static DispatchAccountRun run(DispatchTest test, long accepted, long refused, DispatcherView... seconds) {
        List<DispatcherView> samples = new ArrayList<>(List.of(seconds));
        while (samples.size() < SECONDS) {
            samples.add(seconds[seconds.length - 1]);
        }
        return DispatchAccountRun.of(test, DispatchFigures.of(samples, START, accepted, refused, SECONDS));
    }

    private static DispatcherView status(int queued, int inflight, long errors, long written, int open, long opened) {
        return new DispatcherView(
                queued,
                inflight,
                errors,
                List.of(new LatencyRow(100, written, 50, 10, 90)),
                List.of(new Sink("servicebus", written, errors, new Connections(open, opened))));
    }

    private static DispatcherView withPostgres(DispatcherView status, int open) {
        List<Sink> sinks = new ArrayList<>(status.sinks());
        sinks.add(new Sink("postgres", status.written(), status.errors(), new Connections(open, open)));
        return new DispatcherView(status.queued(), status.inflight(), status.errors(), status.latency(), sinks);
    }

    private static List<String> failing(DispatchAccountRun... runs) {
        return DispatchChecks.of(List.of(runs), DispatchModel.OF_THE_ORIGINAL, true).stream()
                .filter(check -> !check.holds())
                .map(Check::name)
                .toList();
    }
}
