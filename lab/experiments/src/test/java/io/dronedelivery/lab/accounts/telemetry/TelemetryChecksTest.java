package io.dronedelivery.lab.accounts.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dronedelivery.lab.accounts.telemetry.TelemetryFigures.TelemetryStep;
import io.dronedelivery.lab.accounts.telemetry.TelemetryLab.TelemetryLabRun;
import io.dronedelivery.lab.accounts.telemetry.TelemetryTest.TelemetryTestKind;
import io.dronedelivery.lab.kit.report.Check;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class TelemetryChecksTest {

    private static final StockTools STOCK = new StockTools(12_300, 1, 7, 9, 0.3, 0.9);

    @Test
    void figures_like_the_published_ones_pass() {
        assertThat(failing(run("12300", made(12_290, 0.997, 4_000)))).isEmpty();
        assertThat(failing(run("members", made(5_000, 0.9, 20_000)), run("outage", made(5_000, 0.5, 4_000_000))))
                .isEmpty();
    }

    @Test
    void what_is_slower_than_published_fails_with_kafkas_own_tools_beside_it() {
        List<Check> checks = TelemetryChecks.of(List.of(run("12300", made(9_000, 0.9, 40_000))), true);

        assertThat(checks.stream().filter(check -> !check.holds()))
                .extracting(Check::name)
                .containsExactly(
                        "12,300: the rate is held",
                        "12,300: 99.6 % are received within 1 ms",
                        "12,300: p99 below 10 ms");
        assertThat(checks.get(5).figure())
                .contains("9,000 a second", "ProducerPerformance alone: 12,300 a second, p99 7 ms");
    }

    @Test
    void nothing_may_be_lost_or_be_there_twice() {
        Figures lossy = made(5_000, 1, 900);
        lossy.archived = 999;
        lossy.lines = 999;
        Figures doubled = made(5_000, 1, 900);
        doubled.lines = 1_001;

        assertThat(failing(run("5000", lossy)))
                .containsExactly("5,000: every message that was acknowledged is in the archive");
        assertThat(failing(run("5000", doubled))).containsExactly("5,000: and is there once");
    }

    /** They are archived with their ids, so none is missing, and have no times, so that every percentile is zero. */
    @Test
    void messages_that_are_all_rejected_are_told_although_none_is_missing() {
        Figures rejected = made(5_000, 0, 0);
        rejected.rejected = 1_000;
        rejected.timed = 0;

        assertThat(failing(run("5000", rejected)))
                .containsExactly(
                        "5,000: no message is rejected",
                        "5,000: the times are those of the messages after the warm-up");
        assertThat(TelemetryChecks.of(List.of(run("5000", rejected)), false))
                .filteredOn(check -> !check.holds())
                .hasSize(2);
        assertThat(RateSearch.step(5_000, run("most", rejected).observed()).held())
                .isFalse();
    }

    @Test
    void times_of_few_of_the_messages_are_told_where_speed_is_judged() {
        Figures few = made(5_000, 1, 900);
        few.timed = 400;

        assertThat(failing(run("5000", few)))
                .containsExactly("5,000: the times are those of the messages after the warm-up");
        assertThat(TelemetryChecks.of(List.of(run("5000", few)), false)).allMatch(Check::holds);
    }

    @Test
    void times_that_a_member_has_taken_with_it_are_not_missed() {
        Figures shared = made(5_000, 1, 900);
        shared.timed = 250;

        assertThat(failing(run("members", shared))).isEmpty();
    }

    @Test
    void a_message_that_failed_and_is_archived_does_not_count_for_one_that_is_lost() {
        Figures hidden = made(5_000, 1, 900);
        hidden.acknowledged = 990;
        hidden.exitCode = 1;
        Figures gap = made(5_000, 1, 900);
        gap.missing = 2;

        assertThat(failing(run("5000", hidden))).containsExactly("5,000: no message failed");
        assertThat(failing(run("5000", gap)))
                .containsExactly("5,000: every message that was acknowledged is in the archive");
    }

    @Test
    void a_simulator_that_did_not_send_all_that_was_due_is_told() {
        Figures bad = made(5_000, 1, 900);
        bad.exitCode = 1;

        assertThat(failing(run("5000", bad), run("outage", bad)))
                .containsExactly("5,000: no message failed", "Outage: no message is given up while the broker is away");
        assertThat(RateSearch.step(5_000, run("most", made(5_000, 1, 900)).observed())
                        .held())
                .isTrue();
        assertThat(RateSearch.step(5_000, run("most", bad).observed()).held()).isFalse();
    }

    @Test
    void a_member_that_is_not_drained_or_stays_in_the_group_is_told() {
        Figures bad = made(5_000, 1, 900);
        bad.drained = "draining";
        bad.left = 2;

        assertThat(failing(run("members", bad)))
                .containsExactly(
                        "Members: two share the work, and one is left",
                        "Members: the one that goes is drained by its API");
    }

    @Test
    void messages_that_are_given_up_while_the_broker_is_away_are_told() {
        Figures bad = made(5_000, 1, 900);
        bad.acknowledged = 990;
        bad.archived = 990;
        bad.lines = 1_010;

        assertThat(failing(run("outage", bad)))
                .containsExactly("Outage: no message is given up while the broker is away");
    }

    @Test
    void a_simulator_that_was_the_limit_is_told() {
        Figures late = made(9_000, 0.9, 40_000);
        late.limit = true;

        assertThat(TelemetryChecks.of(List.of(run("12300", late)), true))
                .anySatisfy(check -> assertThat(check.figure()).contains("the simulator was the limit"));
    }

    @Test
    void the_highest_rate_is_one_that_was_held() {
        Figures found = made(50_000, 1, 900);
        found.search = new RateSearch(50_000)
                .with(new TelemetryStep(50_000, true, 50_000, 5, 0))
                .with(new TelemetryStep(62_500, false, 40_000, 9_000, 7));
        Figures never = made(5_000, 1, 900);
        never.search = new RateSearch(50_000).with(new TelemetryStep(50_000, false, 40_000, 9_000, 7));

        assertThat(failing(run("most", found), run("servicebus", found))).isEmpty();
        assertThat(failing(run("most", never), run("servicebus", never)))
                .containsExactly(
                        "Most: a rate is held, and when it is measured again, too",
                        "Service Bus: a rate is held, and when it is measured again, too");
    }

    @Test
    void a_rate_that_was_held_in_the_search_and_not_when_it_was_measured_is_told() {
        Figures slow = made(50_000, 0.1, 3_000_000);
        slow.search = new RateSearch(50_000).with(new TelemetryStep(50_000, true, 50_000, 5, 0));

        assertThat(failing(run("most", slow)))
                .containsExactly("Most: a rate is held, and when it is measured again, too");
    }

    @Test
    void a_member_that_came_and_received_nothing_is_told() {
        Figures idle = made(5_000, 1, 900);
        idle.byOther = 0;

        assertThat(failing(run("members", idle))).containsExactly("Members: two share the work, and one is left");
    }

    @Test
    void a_search_that_ended_with_a_rate_that_was_held_says_at_least() {
        Figures open = made(50_000, 1, 900);
        open.search = new RateSearch(50_000).with(new TelemetryStep(50_000, true, 50_000, 5, 0));

        assertThat(TelemetryLab.tablesOf(List.of(run("most", open)))).contains("| Most | at least 50,000 |");
        assertThat(TelemetryLab.tablesOf(List.of(run("5000", made(5_000, 1, 900)))))
                .contains("| 5,000 | 5,000 |");
        assertThat(TelemetryChecks.of(List.of(run("most", open)), true))
                .anySatisfy(check -> assertThat(check.figure()).startsWith("at least 50,000 a second"));
    }

    @Test
    void unknown_test_is_refused_with_those_that_there_are() {
        assertThatThrownBy(() -> TelemetryTest.chosen("5000,6000"))
                .hasMessage("-Dlab.tests=5000,6000: expected is some of"
                        + " 5000,12300,73800,most,members,outage,servicebus");
    }

    private static Figures made(double perSecond, double within1ms, long p99) {
        Figures figures = new Figures();
        figures.perSecond = perSecond;
        figures.within1ms = within1ms;
        figures.p99 = p99;
        return figures;
    }

    /** What a test changes of a run in which all is well. */
    private static final class Figures {
        private double perSecond;
        private double within1ms;
        private long p99;
        private long acknowledged = 1_000;
        private long archived = 1_000;
        private long lines = 1_000;
        private long missing;
        private long rejected;
        private long timed = 900;
        private int exitCode;
        private String drained = "drained";
        private int left = 1;
        private long byOther = 300;
        private boolean limit;
        private RateSearch search = new RateSearch(0);
    }

    private static TelemetryLabRun run(String id, Figures figures) {
        ObjectNode report = JsonNodeFactory.instance
                .objectNode()
                .put("sent", 1_000)
                .put("acknowledged", figures.acknowledged)
                .put("acknowledgedPerSecond", figures.perSecond)
                .put("simulatorWasTheLimit", figures.limit);
        report.putObject("acknowledgement").put("count", 900);
        ObjectNode legs = JsonNodeFactory.instance.objectNode();
        legs.putObject("received")
                .put("count", figures.timed)
                .put("within1ms", figures.within1ms)
                .put("p99", figures.p99);
        TelemetryTest test = TelemetryTest.chosen(id).get(0);
        TelemetryFigures observed = new TelemetryFigures(
                figures.exitCode,
                report,
                legs,
                new TelemetryFigures.Seconds(
                        List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of()),
                new ArchiveAudit(Math.max(figures.lines, figures.archived), figures.archived, figures.missing, 1, 1),
                new Watch.MessageCounts(1_000, 1_000, figures.rejected),
                0,
                2,
                figures.left,
                test.kind() == TelemetryTestKind.MEMBERS ? figures.byOther : 0,
                figures.drained,
                4,
                STOCK,
                figures.search);
        return new TelemetryLabRun(test, test.perSecond(), observed);
    }

    private static List<String> failing(TelemetryLabRun... runs) {
        return TelemetryChecks.of(List.of(runs), true).stream()
                .filter(check -> !check.holds())
                .map(Check::name)
                .toList();
    }
}
