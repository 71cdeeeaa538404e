package io.dronedelivery.lab.accounts.queuedesigns;

import static io.dronedelivery.lab.accounts.queuedesigns.Runs.load;
import static io.dronedelivery.lab.accounts.queuedesigns.Runs.part;
import static io.dronedelivery.lab.accounts.queuedesigns.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.DesignPart;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.Killed;
import io.dronedelivery.lab.accounts.queuedesigns.DesignFigures.RefusalCounts;
import io.dronedelivery.lab.accounts.queuedesigns.QueueDesigns.QueueDesignsRun;
import io.dronedelivery.lab.kit.report.Check;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DesignChecksTest {

    @Test
    void every_request_served_at_a_high_rate_passes() {
        assertThat(failing(run("memory", 5_100, 10_000), run("postgres", 1_100, 10_000), run("kafka", 179, 10_000)))
                .isEmpty();
    }

    @Test
    void one_request_that_is_not_served_is_told() {
        assertThat(failing(run("kafka", 900, 9_999))).containsExactly("kafka: all of 10,000 requests are served");
    }

    @Test
    void slow_designs_are_told_by_their_own_limits() {
        assertThat(failing(run("memory", 4_900, 10_000), run("postgres", 900, 10_000), run("servicebus", 177, 10_000)))
                .containsExactly(
                        "memory: more than 5,000 requests a second",
                        "postgres: more than 1,000 requests a second",
                        "servicebus: more than 178 requests a second");
    }

    @Test
    void speed_is_not_judged_where_parts_disturb_each_other() {
        assertThat(DesignChecks.of(List.of(run("memory", 10, 10_000)), false))
                .extracting(Check::name)
                .containsExactly("memory: all of 10,000 requests are served");
    }

    @Test
    void requests_lost_with_their_worker_are_told() {
        assertThat(failing(killed(new Killed(part(1_000, 10_000, 9_990), 5_000, 1))))
                .containsExactly("kafka: all requests are served, also when a worker is killed");
    }

    @Test
    void worker_that_was_not_replaced_or_was_killed_too_late_is_told() {
        assertThat(failing(killed(new Killed(part(1_000, 10_000, 10_000), 10_000, 0))))
                .containsExactly(
                        "kafka: all requests are served, also when a worker is killed",
                        "kafka: the worker is killed while requests are on their way");
    }

    @Test
    void queue_without_room_that_refuses_and_serves_those_who_come_back_passes() {
        assertThat(failing(
                        small(load(100, Map.of("200", 60, "503", 40), 40, 15), load(100, Map.of("200", 100), 70, 999))))
                .isEmpty();
    }

    @Test
    void queue_without_room_that_hangs_is_told() {
        assertThat(failing(small(
                        load(100, Map.of("200", 60, "0", 40), 0, 0), load(100, Map.of("200", 99, "503", 1), 70, 15))))
                .containsExactly(
                        "memory-small: each request is served or refused with 503 and Retry-After",
                        "memory-small: callers who come back after Retry-After are all served",
                        "memory-small: refuses within a second when there is no room, instead of hanging");
    }

    /** As a queue would that lets everybody wait for the whole 20 s before it refuses. */
    @Test
    void queue_without_room_that_is_slow_to_refuse_is_told() {
        DesignPart prompt = load(100, Map.of("200", 60, "503", 40), 40, 15);
        DesignPart slow = load(100, Map.of("200", 60, "503", 40), 40, 20_000);
        DesignPart slowAgain = load(100, Map.of("200", 100), 70, 1_000);
        String name = "memory-small: refuses within a second when there is no room, instead of hanging";

        assertThat(failing(small(slow, load(100, Map.of("200", 100), 70, 15)))).containsExactly(name);
        assertThat(failing(small(prompt, slowAgain))).containsExactly(name);
        assertThat(DesignChecks.of(List.of(small(slow, slowAgain)), false)).allMatch(Check::holds);
    }

    @Test
    void refusal_without_retry_after_is_told() {
        assertThat(failing(
                        small(load(100, Map.of("200", 60, "503", 40), 39, 15), load(100, Map.of("200", 100), 70, 15))))
                .containsExactly("memory-small: each request is served or refused with 503 and Retry-After");
    }

    @Test
    void unknown_design_is_refused_with_those_that_there_are() {
        assertThatThrownBy(() -> DesignTest.chosen("memory,redis"))
                .hasMessage("-Dlab.tests=memory,redis: expected is some of"
                        + " none,memory,postgres,servicebus,kafka,memory-small");
    }

    @Test
    void each_design_runs_on_the_broker_that_it_needs() {
        assertThat(options("kafka"))
                .containsEntry("local.broker", "kafka")
                .containsEntry("invoice.pricing.queue", "kafka");
        assertThat(options("servicebus"))
                .containsEntry("local.broker", "servicebus")
                .containsEntry("invoice.pricing.queue", "servicebus");
        assertThat(options("none")).doesNotContainKey("invoice.pricing.workers.count");
    }

    private static Map<String, String> options(String design) {
        return DesignTest.chosen(design).get(0).stackOptions(Path.of("data"));
    }

    private static QueueDesignsRun killed(Killed killed) {
        QueueDesignsRun whole = run("kafka", 1_000, 10_000);
        return new QueueDesignsRun(
                whole.test(),
                new DesignFigures(whole.measured().hello(), whole.measured().sizes(), killed, null));
    }

    private static QueueDesignsRun small(DesignPart once, DesignPart again) {
        return new QueueDesignsRun(
                DesignTest.chosen("memory-small").get(0),
                new DesignFigures(part(9_000, 100, 100), List.of(), null, new RefusalCounts(once, again)));
    }

    private static List<String> failing(QueueDesignsRun... runs) {
        return DesignChecks.of(List.of(runs), true).stream()
                .filter(check -> !check.holds())
                .map(Check::name)
                .toList();
    }
}
